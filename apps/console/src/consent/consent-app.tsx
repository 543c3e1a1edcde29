import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../data/query-client.js'
import { lastTeam } from '../layout/last-places.js'
import { SessionGate } from '../log-in/session-gate.js'
import { AuthorizeScreen } from './authorize.js'

/**
 * The page at `/oauth/authorize`. It is outside the console's router, which would rewrite the address, while the application's
 * parameters must be passed on unchanged. After a login, it asks the server again.
 */
export function ConsentApp() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="flex h-dvh flex-col">
        <SessionGate team={lastTeam()} app={askingApp()} onLoggedIn={() => location.reload()}>
          <AuthorizeScreen />
        </SessionGate>
      </div>
    </QueryClientProvider>
  )
}

/** The application that sent the user, which the server writes into the page. Empty if it is unknown. */
function askingApp(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=authorizing-app]')?.content ?? ''
}
