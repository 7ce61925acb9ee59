import { createHash } from 'node:crypto'

/** The tokens of the product (`app/tokens.css`) as far as a page for reading needs them; it brings no fonts. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --canvas: light-dark(#fbfbf8, #151714);
  --surface: light-dark(#f4f4ef, #1a1c18);
  --sunken: light-dark(#ecece5, #21241f);
  --line: light-dark(#e1e1d8, #2d302a);
  --line-strong: light-dark(#c6c6ba, #434840);
  --ink: light-dark(#1a1c18, #edeee8);
  --ink-soft: light-dark(#3b3e37, #cdd0c6);
  --muted: light-dark(#595c53, #a9aea1);
  --accent: light-dark(#0f5a4a, #82cdb4);
  --danger: light-dark(#9b2a20, #f39c8f);
  --keyword: light-dark(#7c2d6b, #dba6cf);
  --string: light-dark(#2d6326, #a6d19a);
  --number: light-dark(#8a4a12, #e3b585);
  --title: light-dark(#2a5288, #9dbfec);
  --comment: light-dark(#5f6258, #989d8f);
  --ui: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --code: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace;
}
*, ::before, ::after { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 46rem; padding: 2rem 1.25rem 4rem;
  background: var(--canvas); color: var(--ink);
  font: 1.0625rem / 1.6 "Iowan Old Style", Charter, Cambria, Georgia, "Noto Serif", serif;
  overflow-wrap: anywhere;
}
h1, h2, h3, h4, h5, h6 { line-height: 1.3; text-wrap: balance; margin: 1.4em 0 0.5em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.294em; } h3 { font-size: 1.118em; } h4, h5, h6 { font-size: 1em; }
body > header h1 { font-size: 1.75rem; margin: 0 0 0.25rem; }
.about, .speaker, .end, .elsewhere, .plain-note, footer { color: var(--muted); font: 0.875rem / 1.45 var(--ui); }
.about { margin: 0 0 2rem; }
.speaker { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin: 2.25rem 0 0.5rem; }
.speaker h2 { margin: 0; font-size: 0.9375rem; color: var(--ink-soft); }
.said { background: var(--sunken); border-radius: 8px; padding: 0.75rem 1.125rem; white-space: pre-wrap; }
article > * + *, .answer > * + *, article + article { margin-top: 0.85em; }
article > :first-child, .answer > :first-child { margin-top: 0; }
p, ul, ol, blockquote, pre, table, figure { margin-bottom: 0; }
ul, ol { padding-inline-start: 1.5em; }
li + li { margin-top: 0.3em; }
li.task { list-style: none; margin-inline-start: -1.3em; }
li.task > input { margin-inline-end: 0.45em; }
blockquote { margin-inline: 0; border-inline-start: 3px solid var(--line-strong); padding-inline-start: 1em; color: var(--muted); }
a { color: var(--accent); text-underline-offset: 3px; }
img { display: block; max-width: 100%; height: auto; border-radius: 8px; }
hr { border: 0; border-top: 1px solid var(--line); margin-block: 1.75em; }
pre { overflow-x: auto; margin-inline: 0; padding: 0.75rem 0.875rem; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); }
pre, code { font: 0.8125rem / 1.6 var(--code); }
:not(pre) > code { border-radius: 2px; background: var(--sunken); padding: 0.08em 0.3em; font-size: 0.84em; }
a, code, summary { unicode-bidi: isolate; }
.in-order { direction: ltr; unicode-bidi: bidi-override; }
.in-order span { unicode-bidi: inherit; }
.plain { white-space: pre-wrap; }
.table-scroll { overflow-x: auto; }
table { min-width: 100%; border-collapse: collapse; font: 0.875rem / 1.4 var(--ui); }
th, td { border-bottom: 1px solid var(--line); padding: 0.375rem 0.75rem; padding-inline-start: 0; text-align: start; vertical-align: top; overflow-wrap: normal; }
th { border-bottom: 1.5px solid var(--ink-soft); }
.center { text-align: center; } .right { text-align: right; } .left { text-align: left; }
details { border: 1px solid var(--line); border-radius: 8px; padding: 0.4rem 0.875rem; }
details > :last-child { margin-bottom: 0.4rem; }
summary { font: 500 0.875rem / 1.6 var(--ui); color: var(--ink-soft); cursor: pointer; }
summary code { background: none; }
.part { margin: 0.6em 0 0.2em; font: 0.8125rem / 1.4 var(--ui); color: var(--muted); }
.file { display: inline-block; border: 1px solid var(--line-strong); border-radius: 5px; padding: 0.35rem 0.7rem; font: 0.875rem / 1.4 var(--ui); }
.end { border-top: 1px dashed var(--line-strong); padding-top: 0.5em; }
.failed { color: var(--danger); }
.notes { border-top: 1px solid var(--line); color: var(--muted); font-size: 0.875em; }
.index { list-style: none; padding: 0; }
.index li { display: flex; justify-content: space-between; gap: 1rem; border-bottom: 1px solid var(--line); padding: 0.5rem 0; }
.index time { flex: none; color: var(--muted); font: 0.875rem / 1.6 var(--ui); }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 0.75rem; }
.hljs-keyword, .hljs-literal, .hljs-selector-tag, .hljs-meta, .hljs-doctag { color: var(--keyword); }
.hljs-string, .hljs-regexp, .hljs-symbol { color: var(--string); }
.hljs-number, .hljs-attribute, .hljs-variable, .hljs-template-variable { color: var(--number); }
.hljs-title, .hljs-attr, .hljs-name, .hljs-section, .hljs-type, .hljs-built_in { color: var(--title); }
.hljs-comment, .hljs-quote { color: var(--comment); }
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; background: none; font-size: 10.5pt; }
  pre { white-space: pre-wrap; overflow: visible; }
  .table-scroll { overflow: visible; }
  .said { border: 1px solid var(--line-strong); background: none; }
  .speaker, h1, h2, h3, h4 { break-after: avoid; }
  img, tr { break-inside: avoid; }
}
`

/** Nothing but this style and the pictures in the file: whatever a model wrote, no browser runs or loads any of it. */
export const POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`
