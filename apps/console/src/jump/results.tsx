import type { MouseEvent } from 'react'
import { classes } from '../ui/classes.js'
import { Icon } from '../ui/icon.js'
import { Time } from '../ui/time.js'
import type { Goal, Group } from './goals.js'

type ResultsProps = { id: string; group: Group; active: Goal | undefined; open: (goal: Goal) => void }

/** The results of a kind. */
export function Results({ id, group: { title, goals }, active, open }: ResultsProps) {
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
