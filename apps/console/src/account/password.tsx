import { Part } from '../layout/part.js'
import { PasswordForm } from './password-form.js'

/** Another password. Whoever else is logged in by the old one is logged out. */
export function PasswordPart() {
  return (
    <Part title="Password" about="All your other sessions end when it changes.">
      <PasswordForm />
    </Part>
  )
}
