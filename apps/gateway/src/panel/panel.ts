import { AuditController } from './audit/audit.controller.js';
import { AuditLog } from './audit/audit-log.js';
import { PasswordBook } from './sign-in/password-book.js';
import { SessionBook } from './sessions/session-book.js';
import { PasswordsController, SessionsController } from './sessions/sessions.controller.js';
import { PasswordHashing } from './sign-in/password-hashing.js';
import { SignIn } from './sign-in/sign-in.js';
import { SignInAttempts } from '../limits/failed-attempts.js';
import { UserBook } from './users/user-book.js';
import { UserMessagesController } from './users/user-messages.controller.js';
import { UsersController } from './users/users.controller.js';
import { DeliveriesController } from './webhooks/deliveries.controller.js';
import { WebhookSettings } from './webhooks/webhook-settings.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

/** The interface of people who sign in. */
export const panelParts = {
  controllers: [
    SessionsController,
    PasswordsController,
    UsersController,
    UserMessagesController,
    WebhooksController,
    DeliveriesController,
    AuditController,
  ],
  providers: [AuditLog, PasswordHashing, PasswordBook, SignInAttempts, SignIn, SessionBook, UserBook, WebhookSettings],
};
