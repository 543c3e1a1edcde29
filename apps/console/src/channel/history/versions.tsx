import type { PostObject, PostVersionObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { diffArrays } from 'diff'
import { useMemo } from 'react'
import { api } from '../../data/client/api.js'
import { useTeam } from '../../data/teams.js'
import { ErrorState, Loading } from '../../server/states.js'
import { Badge } from '../../ui/badge.js'
import { Modal } from '../../ui/modal.js'
import { Time } from '../../ui/time.js'
import { ShowDelivery } from './show-delivery.js'
import { textLines } from './text-lines.js'

/** The versions of a post, newest first, with what each changed. */
export function Versions({ post, onClose }: { post: PostObject; onClose: () => void }) {
  const { id: team } = useTeam()
  const { id, channel_id: channel, edit_at: editAt } = post
  const { data, error, refetch } = useQuery({
    queryKey: ['versions', id, editAt],
    queryFn: ({ signal }) => api.listPostVersions({ params: { team, channel, post: id }, signal }),
    placeholderData: known => known, // while the next version loads
  })
  return (
    <Modal title="Versions" wide onClose={onClose}>
      {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the versions" />)}
      <ol className="flex flex-col gap-4">
        {data?.map((version, index) => (
          <Version
            key={`${version.edit_at} ${version.delivery_id}`}
            {...{ post, version }}
            before={data[index + 1]}
            isCurrent={index === 0}
          />
        ))}
      </ol>
    </Modal>
  )
}

type VersionProps = {
  post: PostObject
  version: PostVersionObject
  before: PostVersionObject | undefined
  isCurrent: boolean
}

function Version({ post, version, before, isCurrent }: VersionProps) {
  return (
    <li className="rounded-md border border-line">
      <header className="flex min-h-9 items-center gap-2 border-b border-line px-3 py-1 text-sm">
        <h3 className="font-medium tabular-nums">
          <Time at={version.edit_at} form="seconds" />
        </h3>
        {isCurrent && <Badge look="accent">Current</Badge>}
        <span className="flex-auto" />
        {version.delivery_id !== '' && <ShowDelivery post={post} delivery={version.delivery_id} />}
      </header>
      <Changes before={before?.html} after={version.html} />
    </li>
  )
}

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
function Changes({ before, after }: ChangesProps) {
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
