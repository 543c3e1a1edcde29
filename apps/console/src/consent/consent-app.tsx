import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../data/query-client.js'
import { lastTeam } from '../layout/last-places.js'
import { SessionGate } from '../log-in/session-gate.js'
import { AuthorizeScreen } from './authorize.js'

/**
 * What `/oauth/authorize` shows, beside the console and not below its router: that writes addresses anew, and what an
 * application asks for has to be passed on to the letter. After a log-in the server is asked again what is to be shown.
 */
export function ConsentApp() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="flex h-dvh flex-col">
        <SessionGate team={lastTeam()} onLoggedIn={() => location.reload()}>
          <AuthorizeScreen />
        </SessionGate>
      </div>
    </QueryClientProvider>
  )
}
