import { type KeyboardEvent, type ReactNode, useState } from 'react'

/** An option: its label and value. */
export type Choice = { value: string; label: string }

/** The props of a combobox. */
export type ComboboxProps<Item extends Choice> = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  items: Item[]
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
export function useChoosing<Item extends Choice>({ items, value, onChange }: ComboboxProps<Item>) {
  const [choosing, setChoosing] = useState<Choosing<Item>>()
  const chosen = items.find(item => item.value === value)
  const found = matching(items, choosing?.typed)
  const active = found.find(({ value }) => value === choosing?.active?.value)
  const close = () => setChoosing(undefined)
  const open = () => setChoosing(choosing ?? { typed: undefined, active: chosen })
  const choose = (item: Item) => {
    onChange(item.value)
    close()
  }
  const move = (step: 1 | -1) => {
    if (!choosing) return open()
    const at = active ? found.indexOf(active) : step > 0 ? -1 : 0
    setChoosing({ ...choosing, active: found.at((at + step) % found.length) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: choosing && (() => (active ? choose(active) : close())),
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
        setChoosing({ typed, active: matching(items, typed)[0] })
      },
      onClick: open,
      onFocus: (event: { target: HTMLInputElement }) => event.target.select(),
      onBlur: close,
      onKeyDown,
    },
  }
}

function matching<Item extends Choice>(items: Item[], typed = ''): Item[] {
  const wanted = typed.trim().toLowerCase()
  return items.filter(({ label }) => label.toLowerCase().includes(wanted)).slice(0, maxShown)
}
