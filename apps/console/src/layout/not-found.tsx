import { Link } from '@tanstack/react-router'
import { buttonClasses } from '../ui/button.js'
import { EmptyState } from '../ui/states.js'

/** Shown at unknown URLs. */
export function NotFound() {
  return (
    <main className="flex flex-auto">
      <EmptyState
        isPage
        title="Page not found"
        actions={
          <Link to="/" className={buttonClasses('primary')}>
            Go to your team
          </Link>
        }
      >
        <p>Check the address. The page may also have been deleted.</p>
      </EmptyState>
    </main>
  )
}
