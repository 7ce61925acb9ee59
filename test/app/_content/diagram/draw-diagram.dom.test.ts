import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadScript } from '#app/_client/use-script.ts'

vi.mock('#app/_client/use-script.ts', () => ({ loadScript: vi.fn() }))
vi.mock('#app/_content/diagram/diagram-config.ts', () => ({
  diagramConfig: () => ({ theme: 'base' }),
  LONGEST_TEXT: 50,
}))

/** The page for diagrams, which this environment cannot load: what it is told is kept, and it answers when a test says so. */
class Frame {
  readonly told: unknown[] = []
  readonly window = { postMessage: (message: unknown) => void this.told.push(message) }
  readonly element = realElement('span')

  constructor() {
    Object.assign(this.element, { contentWindow: this.window })
    frames.push(this)
  }

  answer(data: object): void {
    dispatchEvent(Object.assign(new Event('message'), { source: this.window, data }))
  }
}

const realElement = document.createElement.bind(document)
let frames: Frame[] = []
let drawDiagram: typeof import('#app/_content/diagram/draw-diagram.ts')['drawDiagram']

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  frames = []
  vi.mocked(loadScript).mockReset().mockResolvedValue('the drawer')
  vi.spyOn(document, 'createElement').mockImplementation(((name: string) =>
    name === 'iframe' ? new Frame().element : realElement(name)) as typeof document.createElement)
  ;({ drawDiagram } = await import('#app/_content/diagram/draw-diagram.ts'))
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

/** Until the page for diagrams has loaded and was told what to draw. */
async function opened(at = 0): Promise<Frame> {
  await vi.waitFor(() => expect(frames[at]?.element.isConnected).toBe(true))
  const frame = frames[at]
  if (!frame) throw new Error('no page was opened')
  if (frame.told.length === 0) frame.element.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(0)
  return frame
}

test('texts are drawn one after the other, by what is handed to a page of its own, in its sandbox', async () => {
  const drawings = [drawDiagram('one'), drawDiagram('two')]
  const frame = await opened()
  expect(frame.element.getAttribute('sandbox')).toBe('allow-scripts')
  expect(frame.told).toEqual([{ script: 'the drawer' }, { text: 'one', config: { theme: 'base' } }])
  // Any page can say something to this one.
  dispatchEvent(Object.assign(new Event('message'), { source: window, data: { svg: 'forged' } }))
  frame.answer({ svg: '<svg>1</svg>' })
  await expect(drawings[0]).resolves.toBe('<svg>1</svg>')
  await vi.advanceTimersByTimeAsync(0)
  expect(frame.told).toHaveLength(3)
  frame.answer({ fault: 'Parse error' })
  await expect(drawings[1]).rejects.toMatchObject({ reason: 'faulty', fault: 'Parse error' })
  expect(frames).toHaveLength(1)
})

test('a drawing that comes to no end is given up with its page, and the next one has a new page', async () => {
  const endless = drawDiagram('endless')
  const next = drawDiagram('next')
  const first = await opened()
  const given = expect(endless).rejects.toMatchObject({ reason: 'not_drawn' })
  await vi.advanceTimersByTimeAsync(10_000)
  await given
  expect(first.element.isConnected).toBe(false)
  const second = await opened(1)
  second.answer({ svg: '<svg/>' })
  await expect(next).resolves.toBe('<svg/>')
})

test('where what draws cannot be loaded, the next diagram asks for it again', async () => {
  vi.mocked(loadScript).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(drawDiagram('one')).rejects.toMatchObject({ reason: 'not_drawn' })
  expect(frames).toEqual([])
  const again = drawDiagram('one')
  ;(await opened()).answer({ svg: '<svg/>' })
  await expect(again).resolves.toBe('<svg/>')
})

test('the page goes when there was nothing to draw for a while', async () => {
  const drawing = drawDiagram('one')
  const frame = await opened()
  frame.answer({ svg: '<svg/>' })
  await drawing
  await vi.advanceTimersByTimeAsync(29_000)
  expect(frame.element.isConnected).toBe(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(frame.element.isConnected).toBe(false)
})

test('what is too long is told to nobody', async () => {
  await expect(drawDiagram('x'.repeat(51))).rejects.toMatchObject({ reason: 'too_long' })
  expect(loadScript).not.toHaveBeenCalled()
})
