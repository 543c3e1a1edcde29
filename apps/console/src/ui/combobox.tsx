import { Combobox as Base } from '@base-ui/react/combobox'
import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { FieldFrame, inputClasses } from './field.js'
import { Icon } from './icon.js'

export type Choice = { value: string; label: string }

type ComboboxProps<Item extends Choice> = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  items: Item[]
  /** The chosen one's value, or null. */
  value: string | null
  onChange: (value: string | null) => void
  placeholder?: string
  /** Said where nothing fits what was typed. */
  empty: string
  /** How a choice looks, where its label is not enough. */
  children?: (item: Item) => ReactNode
}

/** One of many, found by typing. It writes no style elements: the content security policy allows none. */
export function Combobox<Item extends Choice>(props: ComboboxProps<Item>) {
  const { label, hint, error, items, value, onChange, placeholder, empty } = props
  const chosen = items.find(item => item.value === value) ?? null
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        items={items}
        value={chosen}
        onValueChange={(item: Item | null) => onChange(item?.value ?? null)}
        itemToStringLabel={({ label }: Item) => label}
      >
        <FieldFrame label={label} hint={hint} error={error}>
          {wiring => (
            <div className="relative">
              <Base.Input
                {...wiring}
                placeholder={placeholder}
                className={`${inputClasses} h-8 pr-8 pointer-coarse:h-10`}
              />
              <Base.Trigger
                aria-label={`Open ${label}`}
                className="absolute inset-y-0 right-0 flex w-8 items-center justify-center text-quiet"
              >
                <Icon name="chevron-down" />
              </Base.Trigger>
            </div>
          )}
        </FieldFrame>
        <Base.Portal>
          <Base.Positioner sideOffset={4} className="z-20 outline-none">
            <Base.Popup className="max-h-72 w-(--anchor-width) overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-pop">
              <Base.Empty>
                <p className="px-2 py-1 text-quiet">{empty}</p>
              </Base.Empty>
              <Base.List>
                {(item: Item) => (
                  <Base.Item
                    key={item.value}
                    value={item}
                    className="flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 select-none data-highlighted:bg-hover pointer-coarse:min-h-10"
                  >
                    {props.children?.(item) ?? item.label}
                    <Base.ItemIndicator className="ml-auto">
                      <Icon name="check" />
                    </Base.ItemIndicator>
                  </Base.Item>
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
