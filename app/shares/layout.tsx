import type { ReactNode } from 'react'
import SettingsLayout from '../settings/layout.tsx'

/** Among the settings, where people look for what is theirs. */
export default function SharesLayout({ children }: { children: ReactNode }) {
  return <SettingsLayout>{children}</SettingsLayout>
}
