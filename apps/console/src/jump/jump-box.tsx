import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { countOf } from '../format/amount.js'
import { IconButton } from '../ui/button.js'
import { Icon } from '../ui/icon.js'
import type { Goal, Group } from './goals.js'
import { Results } from './results.js'
import { useGroups } from './use-groups.js'

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
