import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { formatNumber } from '../../format/locale.js'
import { useShortcut } from '../../keyboard/shortcuts.js'
import { classes } from '../classes.js'
import { Icon } from '../icon.js'
import { inputClasses } from './field.js'

type SearchFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Shorter words than the label, for narrow places. */
  placeholder?: string
  /** Whether it is as wide as its place. */
  isWide?: boolean
  /** Whether the user has just asked for it, so that it takes the focus. */
  isWanted?: boolean
}

/** Waits until the user pauses typing. */
const pauseMs = 250

/** Filters a list while the user types. `/` moves the focus here. */
export function SearchField({ label, value, onChange, isWanted = false, ...look }: SearchFieldProps) {
  const ref = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { history } = useRouter()
  const forget = useCallback(() => {
    clearTimeout(pause.current)
    setTypedSearch(() => {})
  }, [])
  useEffect(() => forget, [forget])
  useEffect(() => {
    if (isWanted) ref.current?.focus()
  }, [isWanted])
  useEffect(() => {
    const field = ref.current
    if (field && field !== document.activeElement) field.value = value // after Back
  }, [value])
  const onTyped = (typed: string) => {
    forget()
    const apply = () => {
      forget()
      onChange(typed)
    }
    pause.current = setTimeout(apply, pauseMs)
    setTypedSearch(() => {
      apply()
      history.flush() // a push in the same turn would replace it
    })
  }
  useShortcut('/', label, () => ref.current?.focus())
  return (
    <div className={classes('relative w-full', !look.isWide && 'max-w-sm')}>
      <Icon
        name="search"
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-quiet"
      />
      <input
        dir="auto"
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={look.placeholder ?? label}
        defaultValue={value}
        onChange={event => onTyped(event.target.value)}
        className={`${inputClasses} h-8 pl-8 placeholder-shown:[&::-webkit-search-cancel-button]:hidden pointer-coarse:h-10`}
      />
    </div>
  )
}

/** Applies the text of the search field in which the user is still typing. */
let apply = () => {}

function setTypedSearch(applying: () => void): void {
  apply = applying
}

/**
 * Applies what the user has just typed into a search field. Runs before a click opens a row, so that its link reads the filter
 * from the URL, and Back returns to it.
 */
export function applyTypedSearch(): void {
  apply()
}

type FoundCountProps = {
  total: number
  /** Whether they match a search or a filter. */
  isFiltered: boolean
  /** Said of all of them. */
  ofAll?: string | undefined
}

/** How many items there are, or how many were found; at the end of the row of a search field. */
export function FoundCount({ total, isFiltered, ofAll = 'in total' }: FoundCountProps) {
  return (
    <p role="status" className="ml-auto shrink-0 text-sm text-quiet tabular-nums">
      {formatNumber(total)} {isFiltered ? 'found' : ofAll}
    </p>
  )
}
