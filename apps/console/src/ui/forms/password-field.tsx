import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import { Icon } from '../icon.js'
import { FieldFrame, inputClasses } from './field.js'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & { label: string; hint?: ReactNode }

/** A password, which the user can look at. Warns while Caps Lock is on. */
export function PasswordField({ label, hint, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const [isCapsLockOn, setCapsLockOn] = useState(false)
  const note = (event: KeyboardEvent) => setCapsLockOn(event.getModifierState('CapsLock'))
  return (
    <FieldFrame label={label} hint={hint}>
      {wiring => (
        <>
          <div className="relative">
            <input
              spellCheck={false}
              autoCapitalize="none"
              {...props}
              {...wiring}
              type={isShown ? 'text' : 'password'}
              onKeyDown={note}
              onKeyUp={note}
              onBlur={() => setCapsLockOn(false)}
              className={`${inputClasses} h-8 pr-10 pointer-coarse:h-10`}
            />
            <Show label={label} isShown={isShown} onChange={setShown} />
          </div>
          <p role="status" className="text-sm text-warn empty:hidden">
            {isCapsLockOn && 'Caps Lock is on.'}
          </p>
        </>
      )}
    </FieldFrame>
  )
}

type ShowProps = { label: string; isShown: boolean; onChange: (isShown: boolean) => void }

function Show({ label, isShown, onChange }: ShowProps) {
  const name = `Show ${label.toLowerCase()}`
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-pressed={isShown}
      onClick={() => onChange(!isShown)}
      className="absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded-md text-quiet hover:text-text"
    >
      <Icon name={isShown ? 'eye-off' : 'eye'} />
    </button>
  )
}
