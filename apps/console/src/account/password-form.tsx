import { userLimits } from '@posthorn/contract'
import { type SubmitEvent, useRef } from 'react'
import { api } from '../data/client/api.js'
import { useMe } from '../data/session.js'
import { Part } from '../layout/part.js'
import { FormError } from '../server/states.js'
import { Button } from '../ui/button.js'
import { PasswordField } from '../ui/forms/password-field.js'
import { useChange } from './use-change.js'

/** The password section. Changing the password ends all other sessions. */
export function PasswordPart() {
  return (
    <Part title="Password" about="Changing it ends all your other sessions.">
      <PasswordForm />
    </Part>
  )
}

const { leastPasswordChars, passwordChars } = userLimits

type PasswordFormProps = { currentLabel?: string; look?: 'plain' | 'primary' }

/** Changes the user's own password. */
export function PasswordForm({ currentLabel = 'Current password', look = 'plain' }: PasswordFormProps) {
  const me = useMe()
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending, error } = useChange(
    () => {
      const written = new FormData(form.current ?? undefined)
      const text = (name: string) => String(written.get(name))
      const passwords = { current_password: text('current'), new_password: text('new') }
      return api.changePassword({ body: { user_id: me.id, ...passwords } })
    },
    () => form.current?.reset(),
  )
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutate()
  }
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-4">
      <input type="hidden" autoComplete="username" value={me.username} readOnly />
      <PasswordField label={currentLabel} name="current" autoComplete="current-password" required />
      <PasswordField
        label="New password"
        hint={`${leastPasswordChars} to ${passwordChars} characters.`}
        name="new"
        autoComplete="new-password"
        minLength={leastPasswordChars}
        maxLength={passwordChars}
        required
      />
      {error && <FormError error={error} />}
      <div>
        <Button type="submit" look={look} busy={isPending}>
          Change password
        </Button>
      </div>
    </form>
  )
}
