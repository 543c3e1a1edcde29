import { lastTeam } from '../layout/last-places.js'
import { Logo } from '../ui/logo.js'
import { LogInForm, type LogInProps } from './log-in-form.js'

/** Shown at every address to who is not logged in; afterwards the address shows what it is of. */
export function LogInScreen(props: LogInProps) {
  return (
    <main className="flex min-h-0 flex-auto overflow-y-auto bg-sidebar p-4">
      <div className="m-auto flex w-full max-w-sm flex-col gap-6">
        <div className="flex flex-col items-center gap-3">
          <Logo className="size-10" />
          <h1 className="text-xl font-semibold">Log in to Posthorn</h1>
        </div>
        <div className="rounded-lg border border-line bg-raised p-6 shadow-pop">
          <LogInForm {...props} />
        </div>
        {lastTeam() === '' && <FirstTime />}
      </div>
    </main>
  )
}

/** For browsers in which nobody has logged in yet. */
function FirstTime() {
  return (
    <div className="px-6 text-sm text-pretty text-quiet">
      <h2 className="font-medium text-text">Here for the first time?</h2>
      <p>
        If you have just run <code className="font-mono">npm start</code>, its last lines say team, user and
        password; they are also in <code className="font-mono">first-run.json</code> in its data folder. Else
        ask whoever runs this server for an account.
      </p>
    </div>
  )
}
