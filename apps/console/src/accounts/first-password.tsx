import type { FirstPassword } from '@posthorn/contract'
import { CopyField } from '../ui/forms/copy-field.js'

/** A password that is shown once, for the administrator to pass on. */
export function FirstPasswordField({ made: { user, password } }: { made: FirstPassword }) {
  return (
    <CopyField
      label={`First password of ${user.username}`}
      value={password}
      hint="Copy it now. You won’t be able to see it again. It must be changed at the first login."
      action="Copy password"
    />
  )
}
