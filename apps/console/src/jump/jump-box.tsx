import { useRouter } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { countOf } from '../format/amount.js'
import { IconButton } from '../ui/button.js'
import { classes } from '../ui/classes.js'
import { Icon } from '../ui/icon.js'
import { Time } from '../ui/time.js'
import type { Goal, Group } from './goals.js'
import { useGroups } from './groups.js'

type JumpBoxProps = {
  /** What was typed before the box was loaded. The box takes it out. */
  early: RefObject<string>
  onClose: () => void
}

/** Finds channels, people, webhooks, screens and posts. Arrows move, Enter opens, Esc closes. */
export function JumpBox({ early, onClose }: JumpBoxProps) {
  const ref = useModal()
  const id = useId()
  const [typed, setTyped] = useState(early.current)
  useEffect(() => {
    early.current = ''
  }, [early])
  const { groups, isSearching } = useGroups(typed)
  const { active, onKeyDown, open } = useMoves(groups, typed, onClose)
  const count = groups.reduce((sum, { goals }) => sum + goals.length, 0)
  return (
    <dialog
      ref={ref}
      aria-label="Search or jump"
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={event => {
        if (event.target === event.currentTarget) onClose()
      }}
      className="mx-auto mt-[10dvh] mb-auto max-h-[min(80dvh,640px)] w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-lg border border-line bg-raised p-0 text-text shadow-pop open:flex open:flex-col"
    >
      <div className="flex items-center gap-2 border-b border-line p-2 pl-4">
        <Icon name="search" className="size-4 text-quiet" />
        <JumpField {...{ id, typed, onKeyDown }} onType={setTyped} active={active} isExpanded={count > 0} />
        <IconButton icon="x" label="Close" onClick={onClose} />
      </div>
      <div id={id} role="listbox" aria-label="Results" className="min-h-0 overflow-y-auto p-2">
        {groups.map(group => (
          <Results key={group.title} {...{ id, group, active, open }} />
        ))}
      </div>
      <p role="status" className={count > 0 ? 'sr-only' : 'px-4 pb-3 text-sm text-quiet'}>
        {statusOf(isSearching, count)}
      </p>
    </dialog>
  )
}

type JumpFieldProps = {
  /** The id of the results. */
  id: string
  typed: string
  onType: (typed: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  active: Goal | undefined
  isExpanded: boolean
}

function JumpField({ id, typed, onType, onKeyDown, active, isExpanded }: JumpFieldProps) {
  return (
    <input
      type="text"
      role="combobox"
      aria-label="Search or jump"
      aria-autocomplete="list"
      aria-expanded={isExpanded}
      aria-controls={id}
      aria-activedescendant={active && `${id}-${active.key}`}
      placeholder="Channel, person, webhook or post"
      autoComplete="off"
      spellCheck={false}
      dir="auto"
      value={typed}
      onChange={event => onType(event.target.value)}
      onKeyDown={onKeyDown}
      className="h-8 min-w-0 flex-auto outline-none pointer-coarse:h-10"
    />
  )
}

function statusOf(isSearching: boolean, count: number): string {
  if (isSearching) return 'Searching…'
  if (count === 0) return 'Nothing found. Try fewer words, or from:name and in:channel.'
  return countOf(count, 'result')
}

/** Opens the dialog, and returns the focus when it is gone. */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    ref.current?.showModal()
    ref.current?.querySelector('input')?.focus()
    return () => {
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    }
  }, [])
  return ref
}

/** The active result, which arrows move. */
function useMoves(groups: Group[], typed: string, onClose: () => void) {
  const { history } = useRouter()
  const all = groups.flatMap(({ goals }) => goals)
  const [at, setAt] = useState({ typed, index: 0 })
  const index = at.typed === typed ? Math.min(at.index, all.length - 1) : 0
  const active = all[index]
  const open = ({ href }: Goal) => {
    onClose()
    history.push(href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (event.nativeEvent.isComposing) return
    if (move) setAt({ typed, index: (index + move + all.length) % Math.max(1, all.length) })
    else if (active) open(active)
  }
  return { active, onKeyDown, open }
}

type ResultsProps = { id: string; group: Group; active: Goal | undefined; open: (goal: Goal) => void }

/** The results of a kind. */
function Results({ id, group: { title, goals }, active, open }: ResultsProps) {
  const follow = (event: MouseEvent, goal: Goal) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open(goal)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
    <div role="group" aria-label={title} className="pb-2">
      <p aria-hidden="true" className="px-2 py-1 text-xs font-medium text-quiet">
        {title}
      </p>
      {goals.map(goal => (
        <a
          key={goal.key}
          id={`${id}-${goal.key}`}
          ref={element => {
            if (goal === active) element?.scrollIntoView({ block: 'nearest' })
          }}
          href={goal.href}
          role="option"
          aria-selected={goal === active}
          tabIndex={-1}
          onClick={event => follow(event, goal)}
          className={classes(
            'flex min-h-9 items-baseline gap-2 rounded-md px-2 py-1.5 hover:bg-hover pointer-coarse:min-h-10',
            goal === active && 'bg-pressed forced-colors:outline',
          )}
        >
          <Icon name={goal.icon} className="size-4 self-center text-quiet" />
          <Result goal={goal} />
        </a>
      ))}
    </div>
  )
}

function Result({ goal: { name, about, at, excerpt } }: { goal: Goal }) {
  return (
    <span className="min-w-0 flex-auto">
      <span className="flex items-baseline gap-2">
        <bdi className="truncate font-medium">{name}</bdi>
        {about && <bdi className="truncate text-sm text-quiet">{about}</bdi>}
        {at !== undefined && <Time at={at} form="ago" className="ml-auto shrink-0 text-xs text-quiet" />}
      </span>
      {excerpt && (
        <span dir="auto" className="line-clamp-2 text-sm wrap-anywhere">
          {excerpt.map(({ at, text, isMatch }) =>
            isMatch ? (
              <mark key={at} className="rounded-sm bg-warn-soft text-text">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </span>
      )}
    </span>
  )
}
