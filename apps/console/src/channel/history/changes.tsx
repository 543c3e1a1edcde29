import { diffArrays } from 'diff'
import { useMemo } from 'react'
import { textLines } from './text-lines.js'

/** Longer differences show the whole texts. */
const maxDiffMs = 200

type ChangesProps = {
  /** The HTML of the version before, if known. */
  before: string | undefined
  after: string
}

type Change = { value: string; added: boolean; removed: boolean }

/** Splits a text into words of its own script, and what is between them. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const wordsIn = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)

/** The text of a version, in which changes since the one before are marked, also for screen readers. */
export function Changes({ before, after }: ChangesProps) {
  const parts = useMemo(() => changesBetween(before, after), [before, after])
  const isSame = before !== undefined && parts.every(({ added, removed }) => !added && !removed)
  return (
    <div className="px-3 py-2">
      <p dir="auto" className="whitespace-pre-wrap">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity, and are never reordered
          <Part key={index} {...part} />
        ))}
      </p>
      {isSame && <p className="mt-1 text-sm text-quiet">Only the formatting changed.</p>}
    </div>
  )
}

function changesBetween(before: string | undefined, after: string): Change[] {
  const now = textLines(after).join('\n')
  if (before === undefined) return [{ value: now, added: false, removed: false }]
  const then = textLines(before).join('\n')
  const changes = diffArrays(wordsIn(then), wordsIn(now), { timeout: maxDiffMs })
  if (changes) return changes.map(change => ({ ...change, value: change.value.join('') }))
  return [
    { value: then, added: false, removed: true },
    { value: `\n${now}`, added: true, removed: false },
  ]
}

function Part({ value, added, removed }: Change) {
  if (added)
    return (
      <ins className="rounded-sm bg-good-soft text-good no-underline">
        <span className="sr-only">[added: </span>
        {value}
        <span className="sr-only">]</span>
      </ins>
    )
  if (!removed) return value
  return (
    <del className="rounded-sm bg-bad-soft text-bad">
      <span className="sr-only">[removed: </span>
      {value}
      <span className="sr-only">]</span>
    </del>
  )
}
