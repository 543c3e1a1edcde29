import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../classes.js'
import { inputClasses } from './input-classes.js'
import { roomLeft } from './room-left.js'
import { SelectBox } from './select-box.js'

type Around = { label: string; hint?: ReactNode; error?: string | undefined; className?: string }
type Wiring = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

/** A label, an input, a hint and an error. `children` gets the ids that connect them. */
export function FieldFrame({
  label,
  hint,
  error,
  className,
  children,
}: Around & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classes('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true }),
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-quiet">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

/** `maxBytes`: shows how many bytes of UTF-8 are left. */
type Limited = { value?: string | number | readonly string[] | undefined; maxBytes?: number | undefined }

function limited({ value, maxBytes }: Limited, { hint, error }: Pick<Around, 'hint' | 'error'>) {
  if (maxBytes === undefined) return { hint, error }
  const room = roomLeft(String(value ?? ''), maxBytes, hint)
  return { hint: room.hint, error: error ?? room.error }
}

type FieldProps = Around & ComponentProps<'input'> & Limited

export function Field({ label, hint, error, className, maxBytes, ...props }: FieldProps) {
  const limit = limited({ value: props.value, maxBytes }, { hint, error })
  const around = { label, ...limit, ...(className && { className }) }
  return (
    <FieldFrame {...around}>
      {wiring => (
        <input dir="auto" {...props} {...wiring} className={`${inputClasses} h-8 pointer-coarse:h-10`} />
      )}
    </FieldFrame>
  )
}

type TextAreaProps = Around & ComponentProps<'textarea'> & Limited

export function TextArea({ label, hint, error, className, maxBytes, ...props }: TextAreaProps) {
  const limit = limited({ value: props.value, maxBytes }, { hint, error })
  const around = { label, ...limit, ...(className && { className }) }
  return (
    <FieldFrame {...around}>
      {wiring => <textarea dir="auto" rows={4} {...props} {...wiring} className={`${inputClasses} py-1.5`} />}
    </FieldFrame>
  )
}

/** One of a few options. For many, use Combobox. */
export function Select({
  label,
  hint,
  error,
  className,
  children,
  ...props
}: Around & ComponentProps<'select'>) {
  const around = { label, hint, error, ...(className && { className }) }
  return (
    <FieldFrame {...around}>
      {wiring => (
        <SelectBox {...props} {...wiring}>
          {children}
        </SelectBox>
      )}
    </FieldFrame>
  )
}
