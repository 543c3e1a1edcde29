import { type ReactNode, useId } from 'react'
import { classes } from './classes.js'
import { FieldFrame, inputClasses } from './field.js'
import { Icon } from './icon.js'
import { type Choice, type ChoosingProps, useChoosing } from './use-choosing.js'

type ComboboxProps<Item extends Choice> = ChoosingProps<Item> & {
  label: string
  hint?: ReactNode
  error?: string | undefined
  placeholder?: string
  /** Said where nothing fits what was typed. */
  empty: string
  /** How a choice looks, where its label is not enough. */
  children?: (item: Item) => ReactNode
}

/** One of many, found by typing. Arrows move, Enter chooses, Esc leaves it as it was. */
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are for the input, which has the focus
    <div
      key={item.value}
      ref={element => {
        if (item === active) element?.scrollIntoView({ block: 'nearest' })
      }}
      id={`${id}-${item.value}`}
      role="option"
      tabIndex={-1}
      aria-selected={item.value === value}
      onPointerDown={event => event.preventDefault()} // the focus stays where one types
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
