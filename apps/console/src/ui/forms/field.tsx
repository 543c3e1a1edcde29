import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../classes.js'
import { Icon } from '../icon.js'

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

/** The classes of all inputs. */
export const inputClasses =
  'w-full rounded-md border border-edge bg-raised px-3 text-base aria-invalid:border-bad ' +
  'focus-visible:border-accent focus-visible:outline-offset-0'

/** From here on the room is worth an announcement. */
const fewBytes = 10

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** Returns whether a text has more bytes in UTF-8 than the server accepts. */
export const isTooLong = (text: string, maxBytes: number): boolean => bytesOf(text) > maxBytes

type Room = { hint: ReactNode; error: string | undefined }

/** Adds to a field's hint how much room is left, or returns an error if the text is too long. Letters like ä take 2 bytes. */
function roomLeft(text: string, maxBytes: number, hint: ReactNode): Room {
  const left = maxBytes - bytesOf(text)
  const error =
    left < 0
      ? `${-left} ${left === -1 ? 'byte' : 'bytes'} too long. At most ${maxBytes} bytes fit.`
      : undefined
  const room = (
    <span className="flex justify-between gap-3">
      <span>{hint}</span>
      <span aria-live={left <= fewBytes ? 'polite' : 'off'} className="shrink-0 tabular-nums">
        {error ? '' : `${left} of ${maxBytes} bytes left`}
      </span>
    </span>
  )
  return { hint: room, error }
}

/** A select without a label. With a label: Select. */
export function SelectBox({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className={classes('relative block', className)}>
      <select {...props} className={`${inputClasses} h-8 appearance-none pr-8 pointer-coarse:h-10`} />
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute inset-y-0 right-2 my-auto size-4 text-quiet"
      />
    </span>
  )
}
