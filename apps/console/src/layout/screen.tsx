import type { ReactNode } from 'react'
import { SidebarDrawer } from '../sidebar/with-sidebar.js'
import { applyTypedSearch } from '../ui/forms/search-field.js'

type ScreenProps = {
  title: ReactNode
  /** A link to the parent screen, before the title. */
  before?: ReactNode
  /** A short description next to the title. */
  about?: ReactNode
  /** The description as text, which is shown on hover where it is cut. Needed if `about` is not a text. */
  aboutText?: string
  actions?: ReactNode
  children: ReactNode
}

/** A screen next to the sidebar: a header, and content that scrolls where needed. */
export function Screen({ title, before, about, aboutText, actions, children }: ScreenProps) {
  return (
    <main onClickCapture={applyTypedSearch} className="flex min-h-0 flex-auto flex-col focus:outline-hidden">
      <header className="flex min-h-12 items-center gap-2 border-b border-line px-4 py-2 max-md:pl-2">
        <SidebarDrawer />
        {before && (
          <nav aria-label="Breadcrumb" className="flex max-w-2/3 shrink-0 items-center gap-2">
            {before}
          </nav>
        )}
        <div className="flex min-w-0 flex-auto items-baseline gap-3">
          <h1
            dir="auto"
            className="max-w-full shrink-0 truncate text-lg font-semibold"
            title={typeof title === 'string' ? title : undefined}
          >
            {title}
          </h1>
          {about && (
            <p
              dir="auto"
              className="min-w-0 truncate text-sm text-quiet max-lg:hidden"
              title={aboutText ?? (typeof about === 'string' ? about : undefined)}
            >
              {about}
            </p>
          )}
        </div>
        {actions}
      </header>
      {children}
    </main>
  )
}

/** Scrollable content of a screen, such as forms and lists. */
export function Scroll({ children }: { children: ReactNode }) {
  return (
    <div data-scroller className="flex min-h-0 flex-auto flex-col overflow-y-auto">
      {children}
    </div>
  )
}
