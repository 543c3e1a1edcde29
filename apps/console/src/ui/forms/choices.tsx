import { classes } from '../classes.js'
import { Icon } from '../icon.js'
import type { Choice, ComboboxProps, useChoosing } from './use-choosing.js'

type ChoicesProps<Item extends Choice> = ComboboxProps<Item> & {
  id: string
  choosing: ReturnType<typeof useChoosing<Item>>
}

/** The matches of a combobox, with the active one highlighted. */
export function Choices<Item extends Choice>({ id, choosing, value, empty, children }: ChoicesProps<Item>) {
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
