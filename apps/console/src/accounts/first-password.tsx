import type { FirstPassword } from '@posthorn/contract'
import { CopyField } from '../ui/forms/copy-field.js'

/** A password that is shown once, to be handed on. */
export function FirstPasswordField({ made: { user, password } }: { made: FirstPassword }) {
  return (
    <CopyField
      label={`First password of ${user.username}`}
      value={password}
      hint="It is shown this once. It has to be changed at the first log-in, and is good for nothing else."
      action="Copy password"
    />
  )
}
