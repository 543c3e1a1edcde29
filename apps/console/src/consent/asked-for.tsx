import { type Authorization, scopeWords } from '@posthorn/contract'
import type { ReactNode } from 'react'
import { AppIcon } from '../apps/app-icon.js'
import { Icon } from '../ui/icon.js'
import { SignedIn } from './signed-in.js'
import { Whereto } from './whereto.js'

type AskedForProps = { authorization: Authorization; children: ReactNode }

/** Who asks, whom, for what, and where one is sent afterwards; `children` decide. */
export function AskedFor({ authorization, children }: AskedForProps) {
  const { app, scopes, redirect_host } = authorization
  return (
    <div className="m-auto flex w-full max-w-md flex-col gap-6 rounded-lg border border-line bg-raised p-6 shadow-pop">
      <header className="flex flex-col items-center gap-3 text-center">
        <AppIcon app={app} size="lg" />
        <h1 className="text-xl font-semibold text-balance">{app.name} wants to act for you</h1>
        {app.description && <p className="text-quiet text-pretty">{app.description}</p>}
        <SignedIn />
      </header>
      <Scopes scopes={scopes} />
      <Whereto homepage={app.homepage} host={redirect_host} />
      {children}
      <p className="text-sm text-quiet">You can revoke it at any time: My account, Apps I have authorised.</p>
    </div>
  )
}

function Scopes({ scopes }: Pick<Authorization, 'scopes'>) {
  return (
    <section aria-label="What it may do">
      <h2 className="font-medium">If you allow it, it may</h2>
      <ul className="mt-2 flex flex-col gap-2">
        {scopes.map(scope => (
          <li key={scope} className="flex gap-2">
            <Icon name="check" className="mt-0.5 size-4 text-accent" />
            <span>{scopeWords[scope]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
