'use client'

import type { ComponentProps, ReactNode } from 'react'
import type { Components, ExtraProps } from 'streamdown'
import { defaultRehypePlugins, defaultRemarkPlugins, Streamdown, useIsCodeFenceIncomplete } from 'streamdown'
import { Icon } from '../_ui/icon.tsx'
import { CodeBlock } from './code-block.tsx'
import { remarkDepthLimit } from './remark-depth-limit.ts'
import { remarkInertHtml } from './remark-inert-html.ts'

type HastNode = NonNullable<ExtraProps['node']>

const PLAIN = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'blockquote', 'hr', 'strong'] as const
const PLAIN_TABLE = ['thead', 'tbody', 'tr', 'th', 'td', 'sup', 'sub', 'section'] as const

/** Our own elements in place of the library's styled ones: how they look is one stylesheet's matter. */
const components = {
  ...Object.fromEntries([...PLAIN, ...PLAIN_TABLE].map((tag) => [tag, tag])),
  a: Anchor,
  img: RemoteImage,
  pre: Fence,
  code: InlineCode,
  table: Table,
} as Components

const remarkPlugins = [remarkDepthLimit, ...Object.values(defaultRemarkPlugins), remarkInertHtml]
/** The plugin that would parse raw HTML is not in the list. What remains is sanitised. */
const rehypePlugins = [defaultRehypePlugins.sanitize].filter((plugin) => plugin !== undefined)

export function MarkdownView({ text, streaming }: { text: string; streaming: boolean }) {
  return (
    <Streamdown
      className="markdown"
      components={components}
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      controls={false}
      linkSafety={{ enabled: false }}
      parseIncompleteMarkdown={streaming}
      isAnimating={streaming}
      dir="auto"
    >
      {text}
    </Streamdown>
  )
}

function Anchor({ href, children }: ComponentProps<'a'> & ExtraProps) {
  if (!href || !isWebAddress(href)) return <span>{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

function isWebAddress(href: string): boolean {
  return /^(https?:|mailto:)/i.test(href)
}

/** A picture from elsewhere would tell its host who reads this, and when. It is shown as what it is: an address. */
function RemoteImage({ src, alt }: ComponentProps<'img'> & ExtraProps) {
  const address = typeof src === 'string' ? src : ''
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-0.5 rounded-lg border border-line-strong border-dashed px-2.5 py-1.5 text-muted text-sm">
      <Icon name="image" size={16} />
      <span>{alt ? `Picture not loaded: ${alt}` : 'Picture not loaded'}</span>
      {isWebAddress(address) && (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow" className="break-all">
          {address}
        </a>
      )}
    </span>
  )
}

function Fence({ node }: ComponentProps<'pre'> & ExtraProps) {
  const code = node?.children.find((child) => child.type === 'element')
  const classes = code?.properties.className
  const language = Array.isArray(classes) ? classes.map(String).find((name) => name.startsWith('language-')) : undefined
  const growing = useIsCodeFenceIncomplete()
  return (
    <CodeBlock
      code={textOf(node).replace(/\n$/, '')}
      language={language?.slice('language-'.length) ?? ''}
      growing={growing}
    />
  )
}

function textOf(node: HastNode | HastNode['children'][number] | undefined): string {
  if (node?.type === 'text') return node.value
  return node?.type === 'element' ? node.children.map(textOf).join('') : ''
}

function InlineCode({ children }: { children?: ReactNode }) {
  return <code>{children}</code>
}

function Table({ children }: ComponentProps<'table'> & ExtraProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="table-scroll" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </section>
  )
}
