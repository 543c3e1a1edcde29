import type { AccountOverview } from '@posthorn/contract'
import { useState } from 'react'
import { api } from '../data/client/api.js'
import { useMe } from '../data/session.js'
import { useAdminister } from '../system/use-administer.js'
import { Button } from '../ui/button.js'
import { Confirm } from '../ui/forms/confirm.js'
import { FirstPasswordField } from './first-password.js'

/** Another first password for somebody; who has it has to choose one of their own. */
export function ResetPassword({ account }: { account: AccountOverview }) {
  const [isAsking, setAsking] = useState(false)
  const me = useMe()
  const doing = useAdminister(() => api.resetPassword({ body: { user_id: account.id } }), {
    done: 'The password was reset',
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
            They are logged out everywhere, and what applications hold for them ends. You are shown a password
            to give them, which they have to change when they log in.
          </p>
        </Confirm>
      )}
    </>
  )
}
