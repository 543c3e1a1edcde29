import { useEffect } from 'react'
import { PasswordForm } from '../account/password-form.js'
import { useMe } from '../data/session.js'
import { Logo } from '../ui/logo.js'

/** Replaces every screen for users with a password that an administrator set. */
export function FirstPasswordScreen() {
  useEffect(() => {
    document.title = 'Choose a password · Posthorn'
  }, [])
  return (
    <main className="flex min-h-0 flex-auto overflow-y-auto bg-sidebar p-4">
      <div className="m-auto flex w-full max-w-sm flex-col gap-6">
        <Why />
        <div className="rounded-lg border border-line bg-raised p-6 shadow-pop">
          <PasswordForm currentLabel="Current password" look="primary" />
        </div>
      </div>
    </main>
  )
}

function Why() {
  const me = useMe()
  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <Logo className="size-10" />
      <h1 className="text-xl font-semibold">Choose a password</h1>
      <p className="text-pretty text-quiet">
        You are logged in as {me.username} with a password that an administrator set. To continue, choose one
        that only you know.
      </p>
    </div>
  )
}
