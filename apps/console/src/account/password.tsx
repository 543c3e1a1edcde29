import { Part } from '../layout/part.js'
import { PasswordForm } from './password-form.js'

/** The password section. Changing the password ends all other sessions. */
export function PasswordPart() {
  return (
    <Part title="Password" about="Changing it ends all your other sessions.">
      <PasswordForm />
    </Part>
  )
}
