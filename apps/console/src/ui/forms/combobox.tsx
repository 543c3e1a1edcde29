import { useId } from 'react'
import { classes } from '../classes.js'
import { Icon } from '../icon.js'
import { Choices } from './choices.js'
import { FieldFrame } from './field.js'
import { inputClasses } from './input-classes.js'
import type { Choice, ComboboxProps } from './use-choosing.js'
import { useChoosing } from './use-choosing.js'

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
