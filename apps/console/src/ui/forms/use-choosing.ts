import { type KeyboardEvent, type ReactNode, useState } from 'react'

/** An option: its label and value. */
export type Choice = { value: string; label: string }

/** The props of a combobox. */
export type ComboboxProps<Item extends Choice> = {
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
export function useChoosing<Item extends Choice>(props: ComboboxProps<Item>) {
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
