import { type ReactNode, useId } from 'react'

type ToggleProps = {
  label: string
  /** What the switch does. */
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  name?: string
}

/** A switch. It is a checkbox, so that the keyboard and screen readers can use it. */
export function Toggle({ label, hint, checked, onChange, disabled, name }: ToggleProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <span className="relative mt-0.5 inline-flex h-4 w-7 shrink-0">
        <input
          id={id}
          name={name}
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          onChange={event => onChange(event.target.checked)}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="peer absolute inset-0 m-0 cursor-pointer appearance-none rounded-full bg-edge checked:bg-accent disabled:cursor-default disabled:opacity-60 forced-colors:appearance-auto"
        />
        <span className="pointer-events-none absolute top-0.5 left-0.5 size-3 rounded-full bg-page transition-transform peer-checked:translate-x-3 forced-colors:hidden" />
      </span>
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-quiet">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
