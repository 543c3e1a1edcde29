import { Logo } from '../ui/logo.js'
import { LogInForm } from './log-in-form.js'

/** Shown at every address to who is not logged in; afterwards the address shows what it is of. */
export function LogInScreen() {
  return (
    <main className="flex min-h-0 flex-auto overflow-y-auto bg-sidebar p-4">
      <div className="m-auto flex w-full max-w-sm flex-col gap-6">
        <div className="flex flex-col items-center gap-3">
          <Logo className="size-10" />
          <h1 className="text-xl font-semibold">Log in to Posthorn</h1>
        </div>
        <div className="rounded-lg border border-line bg-raised p-6 shadow-pop">
          <LogInForm />
        </div>
      </div>
    </main>
  )
}
