import type { NextRequest } from 'next/server'

/**
 * An empty page in an origin of its own, in which a diagram is drawn: it is handed the script that draws and then texts, and
 * hands back pictures. Whatever a text makes of that script, it reaches neither the chat nor the network (`diagramPolicy`).
 */
export function GET(request: NextRequest): Response {
  const nonce = request.headers.get('x-nonce') ?? ''
  return new Response(page(nonce), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

const page = (nonce: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Diagram</title>
<script nonce="${nonce}">
addEventListener('message', ({ data, source }) => {
  if (source !== parent) return
  if (data.script !== undefined) {
    const script = document.createElement('script')
    script.nonce = '${nonce}'
    script.textContent = data.script
    document.head.append(script)
    return
  }
  draw(data)
})
async function draw({ text, config }) {
  try {
    mermaid.initialize(config)
    const { svg } = await mermaid.render('diagram', text)
    parent.postMessage({ svg }, '*')
  } catch (cause) {
    parent.postMessage({ fault: String(cause?.message ?? cause).slice(0, 300) }, '*')
  }
}
</script>
`
