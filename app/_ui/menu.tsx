'use client'

import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import { moveFocus } from './move-focus.ts'
import { Popover } from './popover.tsx'

export interface MenuItem {
  label: string
  icon: IconName
  danger?: boolean
  onSelect: () => void
}

/** A button with a menu of actions; arrows, Home and End move, Enter chooses. */
export function Menu({
  trigger,
  label,
  items,
}: {
  trigger: (props: ComponentProps<'button'>) => ReactNode
  label: string
  /** Asked for as the menu opens. */
  items: readonly MenuItem[] | (() => readonly MenuItem[])
}) {
  return (
    <Popover trigger={trigger} label={label} role="menu" align="end" className="min-w-40 p-1">
      {(close) =>
        (typeof items === 'function' ? items() : items).map((item) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            className={clsx(
              'flex min-h-(--row) w-full items-center gap-2.5 rounded-control px-2.5 text-start text-ui hover:bg-hover focus-visible:bg-hover focus-visible:outline-offset-[-2px]',
              item.danger && 'text-danger',
            )}
            onKeyDown={moveFocus}
            onClick={() => {
              close()
              item.onSelect()
            }}
          >
            <Icon name={item.icon} size={16} />
            {item.label}
          </button>
        ))
      }
    </Popover>
  )
}
