import type { RenderHookOptions, RenderOptions } from '@testing-library/react'
import type { ComponentType, ReactNode } from 'react'
import { createElement } from 'react'
import { vi } from 'vitest'
import { endFirstScreen } from '#app/_content/first-screen.ts'
import { EnglishAdminTexts } from '#app/_texts/english-admin-texts.tsx'
import { EnglishLateTexts } from '#app/_texts/english-late-texts.tsx'
import { EnglishTexts } from '#app/_texts/english-texts.tsx'

// A test has no first screen to wait for.
endFirstScreen()

/** What is shown is shown within a page, and that speaks a language: here all of its texts are there from the beginning. */
export function EnglishPage({ children }: { children?: ReactNode }) {
  return (
    <EnglishTexts>
      <EnglishLateTexts>
        <EnglishAdminTexts>{children}</EnglishAdminTexts>
      </EnglishLateTexts>
    </EnglishTexts>
  )
}

function within(Wrapper: ComponentType<{ children: ReactNode }> | undefined) {
  if (!Wrapper) return EnglishPage
  return ({ children }: { children: ReactNode }) => (
    <EnglishPage>
      <Wrapper>{children}</Wrapper>
    </EnglishPage>
  )
}

vi.mock('@testing-library/react', async (importOriginal) => {
  const library = await importOriginal<typeof import('@testing-library/react')>()
  return {
    ...library,
    render: (ui: ReactNode, options?: RenderOptions) =>
      library.render(ui, { ...options, wrapper: within(options?.wrapper as ComponentType<{ children: ReactNode }>) }),
    renderHook: <R, P>(run: (props: P) => R, options?: RenderHookOptions<P>) =>
      library.renderHook(run, {
        ...options,
        wrapper: within(options?.wrapper as ComponentType<{ children: ReactNode }>),
      }),
  }
})

/** A list at the root has no keys. */
function onEnglishPage(ui: ReactNode) {
  return createElement(EnglishPage, null, ...[ui].flat())
}

vi.mock('react-dom/server', async (importOriginal) => {
  const library = await importOriginal<typeof import('react-dom/server')>()
  return {
    ...library,
    renderToString: (ui: ReactNode) => library.renderToString(onEnglishPage(ui)),
    renderToStaticMarkup: (ui: ReactNode) => library.renderToStaticMarkup(onEnglishPage(ui)),
  }
})
