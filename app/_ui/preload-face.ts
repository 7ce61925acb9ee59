import { preload } from 'react-dom'

const FACES = {
  ui: 'source-sans-3-latin-400-600-normal',
  reading: 'source-serif-4-latin-400-600-normal',
  emphasis: 'source-serif-4-latin-400-600-italic',
  code: 'source-code-pro-latin-400-600-normal',
} as const

/** Names a face in the page that is rendered, so that it comes with the page and not once something is set in it. */
export function preloadFace(face: keyof typeof FACES): void {
  preload(`/fonts/${FACES[face]}.woff2`, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
}
