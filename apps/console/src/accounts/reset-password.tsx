import type { AccountOverview, FirstPassword } from '@posthorn/contract'
import { useState } from 'react'
import { api } from '../data/client/api.js'
import { useMe } from '../data/session.js'
import { Confirm } from '../server/confirm.js'
import { useAdminister } from '../system/use-administer.js'
import { Button } from '../ui/button.js'
import { CopyField } from '../ui/forms/copy-field.js'

/** Resets a user's password. The user must change it at the next login. */
export function ResetPassword({ account }: { account: AccountOverview }) {
  const [isAsking, setAsking] = useState(false)
  const me = useMe()
  const doing = useAdminister(() => api.resetPassword({ body: { user_id: account.id } }), {
    done: 'Password reset',
    onDone: () => setAsking(false),
  })
  if (account.id === me.id) return <p className="text-quiet">Change your own under My account.</p>
  return (
    <>
      {doing.data && <FirstPasswordField made={doing.data} />}
      <div>
        <Button onClick={() => setAsking(true)}>Reset password</Button>
      </div>
      {isAsking && (
        <Confirm
          title={`Reset the password of ${account.username}?`}
          action="Reset password"
          doing={doing}
          onConfirm={() => doing.mutate()}
          onClose={() => setAsking(false)}
        >
          <p className="text-quiet">
            This logs them out everywhere and ends their applications’ access. You get a new password to pass
            on. They must change it when they log in.
          </p>
        </Confirm>
      )}
    </>
  )
}

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
