/** Nothing in here may run, load or look like part of the page. */
export const unsafe = `This answer holds what a hostile page would put into it. You should see plain text and harmless links, and nothing should happen.

<script>window.__metisUnsafe = 'script'; alert('script')</script>

<img src="x" onerror="window.__metisUnsafe = 'onerror'; alert('onerror')">

<svg onload="window.__metisUnsafe = 'svg'"><circle r="10"></circle></svg>

<iframe src="https://example.com/frame"></iframe>

<a href="javascript:window.__metisUnsafe='html-link'">an HTML link</a>

<style>body { display: none }</style>

<form action="https://example.com/steal"><input name="password" type="password"><button>Sign in</button></form>

A [script link](javascript:window.__metisUnsafe='link'), a [data link](data:text/html,<script>window.__metisUnsafe='data'</script>), a [vbscript link](vbscript:msgbox) and a [good link](https://example.com/).

A remote picture, which must not load by itself: ![a tracking pixel](https://example.com/pixel.png?who=you)

A picture that is a script: ![not a picture](javascript:window.__metisUnsafe='image')

\`\`\`html
<script>alert('this one is only code, and should be shown')</script>
\`\`\`

<div style="position:fixed;inset:0;background:red">This must not cover the page.</div>

The end, in **bold**, so that you see the rest was only text.`
