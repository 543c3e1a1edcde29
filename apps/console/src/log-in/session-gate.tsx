import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useRef } from 'react'
import { lazyPart } from '../data/client/until-loaded.js'
import { sessionQuery } from '../data/session.js'
import { PageState } from '../server/states.js'
import { Modal } from '../ui/modal.js'
import { LogInForm, type LogInProps, LogInScreen } from './log-in.js'

const FirstPasswordScreen = lazyPart(() => import('./first-password.js'), 'FirstPasswordScreen')

/**
 * Shows its content to logged-in users. When a session ends, the login covers the screen, which keeps unsaved input.
 */
export function SessionGate({ children, ...logIn }: LogInProps & { children: ReactNode }) {
  const { data: user, error, isPending, refetch } = useQuery(sessionQuery)
  const last = useRef<string>(undefined)
  if (user) last.current = user.username
  if (isPending) return <PageState error={error} onRetry={refetch} what="Posthorn" />
  if (!user && last.current === undefined) return <LogInScreen {...logIn} />
  if (user?.must_change_password)
    return (
      <Suspense>
        <FirstPasswordScreen />
      </Suspense>
    )
  return (
    <>
      {children}
      {!user && (
        <Modal title="Your session has ended">
          <p className="mb-4 text-quiet">Log in to continue where you were.</p>
          <LogInForm {...logIn} {...(last.current && { username: last.current })} />
        </Modal>
      )}
    </>
  )
}
