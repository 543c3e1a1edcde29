import { Link } from '@tanstack/react-router'
import { notByAddress, segmentClasses } from '../ui/charts/series.js'
import { CopyField } from '../ui/forms/copy-field.js'
import type { Snippet } from './snippets.js'

/** Instructions for each sender. The URL stores the chosen one. */
export function SenderTabs({ all, shown }: { all: Snippet[]; shown: string | undefined }) {
  return (
    <nav aria-label="Sender" className="flex flex-wrap gap-1">
      {all.map(({ id, name }) => (
        <Link
          key={id}
          to="."
          search={{ sender: id }}
          replace
          resetScroll={false}
          aria-current={id === shown ? 'page' : undefined}
          {...notByAddress}
          className={segmentClasses}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

/** The text to paste into a sender. */
export function SenderSnippet({ id, label, code, about }: Snippet) {
  return (
    <CopyField key={id} label={label} value={code} hint={about} rows={Math.max(2, code.split('\n').length)} />
  )
}
