import { createRootRoute } from '@tanstack/react-router'
import { Broken } from './layout/broken.js'
import { NotFound } from './layout/not-found.js'
import { Page } from './page.js'

/** The parent of every route. */
export const root = createRootRoute({ component: Page, errorComponent: Broken, notFoundComponent: NotFound })
