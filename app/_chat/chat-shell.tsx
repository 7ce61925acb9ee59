'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { QueryProvider } from '../_client/query-provider.tsx'
import { lateComponent, useLateComponentsWhenIdle } from '../_content/late-component.tsx'
import { useServiceWorker } from '../_offline/use-service-worker.ts'
import { useTexts } from '../_texts/texts.ts'
import { CommandLayer } from './commands/command-layer.tsx'
import { COMPOSER_ID } from './composer/composer-id.ts'
import { MaySetUp } from './may-set-up.ts'
import { ScriptedAtFirst } from './scripted.ts'
import { LateUndoBar } from './sessions/late-undo-bar.ts'
import { Sidebar } from './sessions/sidebar.tsx'
import { ToggleSidebar, useSidebar } from './use-sidebar.ts'

const ChatDrawer = lateComponent(async () => (await import('./chat-drawer.tsx')).ChatDrawer)

/** The frame of every chat page: the list of chats beside it, or in a drawer where there is no room. */
export function ChatShell({
  scripted = false,
  maySetUp = true,
  children,
}: {
  /** See `ScriptedAtFirst`. */
  scripted?: boolean
  /** See `MaySetUp`. */
  maySetUp?: boolean
  children: ReactNode
}) {
  const [drawer, setDrawer] = useState(false)
  const toggle = useSidebar(() => setDrawer(true))
  const words = useTexts().page
  const path = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page was chosen, so the drawer has done its work
  useEffect(() => setDrawer(false), [path])
  useLateComponentsWhenIdle()
  useServiceWorker()

  return (
    <QueryProvider>
      <ScriptedAtFirst value={scripted}>
        <MaySetUp value={maySetUp}>
          <ToggleSidebar value={toggle}>
            <a
              href={`#${COMPOSER_ID}`}
              className="sr-only z-20 rounded-control border border-line-control bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
            >
              {words.skip}
            </a>
            <CommandLayer isAdmin={maySetUp} />
            <div className="flex h-dvh print:block print:h-auto">
              <aside className="hidden w-69 shrink-0 border-line border-e bg-surface md:not-folded:block print:hidden!">
                <Sidebar />
              </aside>
              {drawer && <ChatDrawer onClose={() => setDrawer(false)} />}
              <main className="relative flex min-w-0 flex-1 flex-col low:overflow-y-auto not-has-[>[data-whole]]:invisible">
                {children}
                {/* Nothing is painted before this: of a page that is still being read, what stands at its foot would go up with what follows. */}
                <span data-whole hidden />
                {!drawer && <LateUndoBar className="fixed inset-x-0 top-15 z-20 md:not-folded:hidden" />}
              </main>
            </div>
          </ToggleSidebar>
        </MaySetUp>
      </ScriptedAtFirst>
    </QueryProvider>
  )
}
