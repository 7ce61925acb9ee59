'use client'

import { loadScript } from '../../_client/use-script.ts'
import { DIAGRAM_ADDRESS } from './address.ts'
import { diagramConfig, LONGEST_TEXT } from './diagram-config.ts'

/** As it stands: it runs in the page for diagrams and in no other. */
const SCRIPT = new URL('../../../node_modules/mermaid/dist/mermaid.min.js', import.meta.url).href

/** After it a drawing is given up, and the page that makes it taken away. */
const LONGEST_MS = 10_000
/** So long that page stays, with what it takes of memory, when there is nothing to draw. */
const IDLE_MS = 30_000

export class DiagramError extends Error {
  override name = 'DiagramError'
  readonly reason: 'too_long' | 'faulty' | 'not_drawn'
  /** What the drawer said of the text. */
  readonly fault: string

  constructor(reason: DiagramError['reason'], fault = '', options?: ErrorOptions) {
    super(fault || reason, options)
    this.reason = reason
    this.fault = fault
  }
}

let turn: Promise<unknown> = Promise.resolve()
let opened: HTMLIFrameElement | null = null
let idle: ReturnType<typeof setTimeout> | undefined

/**
 * A text in Mermaid as a picture in SVG, in the colours that the page has now; one after the other. It is made of what a model
 * wrote: to be shown as a picture, never as a part of the page.
 * @throws DiagramError
 */
export async function drawDiagram(text: string): Promise<string> {
  if (text.length > LONGEST_TEXT) throw new DiagramError('too_long')
  const drawing = turn.then(() => draw(text))
  turn = drawing.catch(() => {})
  return drawing
}

async function draw(text: string): Promise<string> {
  clearTimeout(idle)
  try {
    opened ??= await openFrame()
    return await drawIn(opened, text)
  } catch (cause) {
    if (cause instanceof DiagramError) throw cause
    close()
    throw new DiagramError('not_drawn', '', { cause })
  } finally {
    idle = setTimeout(close, IDLE_MS)
  }
}

function drawIn(frame: HTMLIFrameElement, text: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const onMessage = ({ source, data }: MessageEvent<{ svg?: unknown; fault?: unknown }>) => {
    if (source !== frame.contentWindow) return
    if (typeof data.svg === 'string') resolve(data.svg)
    else reject(new DiagramError('faulty', String(data.fault)))
  }
  addEventListener('message', onMessage)
  const timer = setTimeout(() => reject(new Error(`no diagram after ${LONGEST_MS} ms`)), LONGEST_MS)
  frame.contentWindow?.postMessage({ text, config: diagramConfig() }, '*')
  return promise.finally(() => {
    clearTimeout(timer)
    removeEventListener('message', onMessage)
  })
}

function close(): void {
  opened?.remove()
  opened = null
}

async function openFrame(): Promise<HTMLIFrameElement> {
  const script = await loadScript(SCRIPT)
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.src = DIAGRAM_ADDRESS
  // It has to be laid out: what draws measures its texts.
  frame.style.cssText =
    'position:fixed;inset-block-start:0;inset-inline-start:-2000px;width:1200px;height:800px;border:0'
  const { promise, resolve } = Promise.withResolvers<Event>()
  frame.addEventListener('load', resolve)
  document.body.append(frame)
  await promise
  frame.contentWindow?.postMessage({ script }, '*')
  return frame
}
