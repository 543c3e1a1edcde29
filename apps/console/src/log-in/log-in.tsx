import { useAwaitsFirstLogin } from '../data/client/client-props.js'
import { Logo } from '../ui/logo.js'
import { LogInForm, type LogInProps } from './log-in-form.js'

/** Replaces every screen while nobody is logged in. Afterwards the URL's screen appears. */
export function LogInScreen(props: LogInProps) {
  const awaitsFirstLogin = useAwaitsFirstLogin()
  return (
    <main className="flex min-h-0 flex-auto overflow-y-auto bg-sidebar p-4">
      <div className="m-auto flex w-full max-w-sm flex-col gap-6">
        <div className="flex flex-col items-center gap-3">
          <Logo className="size-10" />
          <h1 className="text-xl font-semibold">Log in to Posthorn</h1>
          {props.app && (
            <p className="text-center text-pretty">
              <span className="text-quiet">to continue to</span>{' '}
              <span className="font-medium">{props.app}</span>
            </p>
          )}
        </div>
        <div className="rounded-lg border border-line bg-raised p-6 shadow-pop">
          <LogInForm {...props} />
        </div>
        {awaitsFirstLogin ? <FirstTime /> : <NoAccount />}
      </div>
    </main>
  )
}

/** Shown on a new server until the first login. */
function FirstTime() {
  return (
    <div className="px-6 text-sm text-pretty text-quiet">
      <h2 className="font-medium text-text">First time here?</h2>
      <p>
        Nobody has logged in to this server yet. The last lines of{' '}
        <code className="font-mono">npm start</code> show the team, user and password. They are also in{' '}
        <code className="font-mono">first-run.json</code> in its data folder.
      </p>
    </div>
  )
}

function NoAccount() {
  return <p className="px-6 text-center text-sm text-quiet">No account? Ask your administrator for one.</p>
}
