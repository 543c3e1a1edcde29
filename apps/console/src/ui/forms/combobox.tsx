import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { classes } from '../classes.js'
import { Icon } from '../icon.js'
import { FieldFrame, inputClasses } from './field.js'

/** Chooses one of many by typing. Arrows move, Enter chooses, Esc cancels. */
export function Combobox<Item extends Choice>(props: ComboboxProps<Item>) {
  const { label, hint, error, value, placeholder } = props
  const id = useId()
  const choosing = useChoosing(props)
  const { isOpen, active } = choosing
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {wiring => (
        <div className="relative">
          <input
            dir="auto"
            {...wiring}
            {...choosing.input}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-activedescendant={isOpen && active ? `${id}-${active.value}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            className={`${inputClasses} h-8 pr-8 pointer-coarse:h-10`}
          />
          <Icon
            name="chevron-down"
            className="pointer-events-none absolute inset-y-0 right-2 my-auto size-4 text-quiet"
          />
          <div
            id={id}
            role="listbox"
            aria-label={`${label}, choices`}
            className={classes(
              'absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-pop',
              !isOpen && 'hidden',
            )}
          >
            {isOpen && <Choices {...props} id={id} choosing={choosing} value={value} />}
          </div>
        </div>
      )}
    </FieldFrame>
  )
}

type ChoicesProps<Item extends Choice> = ComboboxProps<Item> & {
  id: string
  choosing: ReturnType<typeof useChoosing<Item>>
}

/** The matches of a combobox, with the active one highlighted. */
function Choices<Item extends Choice>({ id, choosing, value, empty, children }: ChoicesProps<Item>) {
  const { found, active, choose } = choosing
  if (found.length === 0)
    return (
      <div
        role="option"
        aria-disabled="true"
        aria-selected="false"
        tabIndex={-1}
        className="px-2 py-1 text-quiet"
      >
        {empty}
      </div>
    )
  return found.map(item => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input, which has the focus, handles keys
    <div
      key={item.value}
      ref={element => {
        if (item === active) element?.scrollIntoView({ block: 'nearest' })
      }}
      id={`${id}-${item.value}`}
      role="option"
      tabIndex={-1}
      aria-selected={item.value === value}
      data-active={item === active || undefined}
      onPointerDown={event => event.preventDefault()} // keeps the focus in the input
      onClick={() => choose(item)}
      className={classes(
        'flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 select-none hover:bg-hover pointer-coarse:min-h-10',
        item === active && 'bg-hover',
      )}
    >
      {children?.(item) ?? item.label}
      {item.value === value && <Icon name="check" className="ml-auto size-4" />}
    </div>
  ))
}

/** An option: its label and value. */
type Choice = { value: string; label: string }

/** The props of a combobox. */
type ComboboxProps<Item extends Choice> = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  items: Item[]
  /** The chosen option, if the server searches. */
  chosen?: Item | undefined
  /** Called with the text, if the server searches. Then `items` are what it found. */
  onType?: (typed: string) => void
  /** Whether the server is still searching for the text, so that `items` are of an earlier one. */
  isSearching?: boolean
  /** The chosen value, or an empty string. */
  value: string
  onChange: (value: string) => void
  placeholder?: string
  /** Shown if nothing matches. */
  empty: string
  /** Renders an option, if its label is not enough. */
  children?: (item: Item) => ReactNode
}

/** Options that are shown at most. */
const maxShown = 100

type Choosing<Item> = { typed: string | undefined; active: Item | undefined }

/** The state of a combobox: the text, the matches, and the active one. */
function useChoosing<Item extends Choice>(props: ComboboxProps<Item>) {
  const { items, value, onChange, onType, isSearching = false } = props
  const [choosing, setChoosing] = useState<Choosing<Item>>()
  const chosen = props.chosen ?? items.find(item => item.value === value)
  const { found, active } = matchesOf(props, choosing)
  const close = () => {
    setChoosing(undefined)
    onType?.('')
  }
  const open = () => setChoosing(choosing ?? { typed: undefined, active: chosen })
  const choose = (item: Item) => {
    onChange(item.value)
    close()
  }
  const move = (step: 1 | -1) => {
    if (!choosing) return open()
    if (isSearching) return
    const at = active ? found.indexOf(active) : step > 0 ? -1 : 0
    setChoosing({ ...choosing, active: found.at((at + step) % found.length) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: choosing && (() => (active ? choose(active) : !onType && close())), // the server may find it later
      Escape: choosing && close,
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return {
    isOpen: choosing !== undefined,
    found,
    active,
    choose,
    input: {
      value: choosing?.typed ?? chosen?.label ?? '',
      onChange: (event: { target: { value: string } }) => {
        const typed = event.target.value
        setChoosing({ typed, active: undefined }) // the first match
        onType?.(typed)
      },
      onClick: open,
      onFocus: (event: { target: HTMLInputElement }) => event.target.select(),
      onBlur: close,
      onKeyDown,
    },
  }
}

/**
 * The matches and the active one: that to which the arrows led, else the first for the text, if any. While the server
 * searches, none is active, because the matches are of an earlier text.
 */
function matchesOf<Item extends Choice>(
  { items, onType, isSearching }: ComboboxProps<Item>,
  choosing: Choosing<Item> | undefined,
): { found: Item[]; active: Item | undefined } {
  const found = onType ? items.slice(0, maxShown) : matching(items, choosing?.typed)
  if (isSearching) return { found, active: undefined }
  const first = choosing?.typed === undefined ? undefined : found[0]
  return { found, active: found.find(({ value }) => value === choosing?.active?.value) ?? first }
}

function matching<Item extends Choice>(items: Item[], typed = ''): Item[] {
  const wanted = typed.trim().toLowerCase()
  return items.filter(({ label }) => label.toLowerCase().includes(wanted)).slice(0, maxShown)
}
