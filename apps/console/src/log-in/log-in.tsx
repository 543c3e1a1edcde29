import { lastTeam } from '../layout/last-places.js'
import { Logo } from '../ui/logo.js'
import { LogInForm, type LogInProps } from './log-in-form.js'

/** Replaces every screen while nobody is logged in. Afterwards the URL's screen appears. */
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
      <h2 className="font-medium text-text">First time here?</h2>
      <p>
        If you have just run <code className="font-mono">npm start</code>, its last lines show the team, user
        and password. They are also in <code className="font-mono">first-run.json</code> in its data folder.
        Otherwise, ask your administrator for an account.
      </p>
    </div>
  )
}
