import { loadLateComponents } from '../_content/late-component.tsx'

/** Has the files of this page kept, so that it opens while the server is away. */
export async function registerWorker(): Promise<void> {
  await loadLateComponents()
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ files: loadedFiles() })
}

function loadedFiles(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname)
}
