import type { Site } from '../model.ts';
import type { AccountWords } from './words/words.ts';

/** What the pages of an account are made of: plain records that the server fills in. */

export type TextKey = Exclude<keyof AccountWords, 'roles' | 'scopes'>;

/** A sentence of the page's language, with what is filled in. */
export interface PageText {
  readonly text: TextKey;
  readonly values?: Readonly<Record<string, string | number>>;
}

export type FieldErrors = Readonly<Record<string, PageText>>;
export type Values = Readonly<Record<string, string>>;

interface Base {
  readonly site: Site;
  /** The script for passkeys; null where there is nothing for it to do. */
  readonly script: string | null;
  readonly notice: (PageText & { readonly isError: boolean }) | null;
}

export interface SignInModel extends Base {
  readonly ways: {
    readonly passwords: boolean;
    readonly singleSignOn: boolean;
    readonly signUp: boolean;
    /** The email address is asked for first, since it may lead to an identity provider. */
    readonly byDomain: boolean;
  };
  readonly email: string;
}

export interface StepModel extends Base {
  readonly workspaces: readonly { readonly uuid: string; readonly name: string }[];
  /** None: a workspace is to be chosen. */
  readonly methods: readonly string[];
  readonly challenge: string;
  readonly errors: FieldErrors;
}

interface Key {
  readonly uuid: string;
  readonly name: string;
  readonly isKept: boolean;
}

/** What opens an account without its password. It is revoked with the sessions, unless it is kept. */
export interface AccessModel {
  readonly tokens: readonly Key[];
  readonly connectedApps: readonly Key[];
  readonly passkeys: readonly Key[];
  /** Passkeys stay in any case. */
  readonly keepsPasskeys: boolean;
}

/** A page of one form: to ask for a link, to set a password, to sign up. */
export interface FormPageModel extends Base {
  readonly kind: 'askReset' | 'setPassword' | 'signUp' | 'confirmSignUp';
  readonly email: string;
  readonly values: Values;
  readonly errors: FieldErrors;
  /** With a new password. */
  readonly access: AccessModel | null;
}

export interface InvitationModel extends Base {
  readonly organization: string;
  readonly inviter: string | null;
  readonly email: string;
  readonly ways: { readonly passwords: boolean; readonly singleSignOn: string | null };
  readonly token: string;
  readonly values: Values;
  readonly errors: FieldErrors;
}

/** There is nothing to do here: says why, and where to go. */
export interface OutcomeModel extends Base {
  readonly heading: PageText;
  readonly hint: PageText;
  /** Null in a frame, which leads nowhere. */
  readonly link: { readonly href: string; readonly label: TextKey } | null;
}

/** An app asks whether it may act for the signed-in user. */
export interface ConsentModel extends Base {
  readonly app: string;
  /** The address of a picture on this server. */
  readonly logo: string | null;
  readonly workspace: string;
  readonly email: string;
  readonly scopes: readonly string[];
  /** Someone who runs the workspace has approved the app. */
  readonly isApproved: boolean;
  /** False: it can't be connected without that. */
  readonly isAllowed: boolean;
  /** The approval was asked for. */
  readonly isRequested: boolean;
  /** Where the browser goes afterwards; null for a program on the reader's computer. */
  readonly host: string | null;
  /** For how many days it can be connected, beside without an end. */
  readonly lasts: readonly number[];
  readonly idleDays: number;
  /** What the app asked for, and the proof that this reader was shown it. */
  readonly request: string;
  readonly key: string;
  /** The same page for another user. */
  readonly otherHref: string;
}

export interface DashboardModel {
  readonly site: Site;
  readonly assets: {
    readonly css: string;
    /** The style of areas that are opened later. */
    readonly areaCss: string;
    /** Run in this order: the words of the language, then the program. */
    readonly scripts: readonly string[];
    /** What the scripts import. */
    readonly imports: readonly string[];
  };
  readonly theme: 'system' | 'light' | 'dark';
  /** What the program starts with, as JSON. */
  readonly data: unknown;
  readonly name: string;
  readonly email: string;
  readonly workspace: string;
  readonly role: 'owner' | 'admin' | 'user';
}

export interface SecurityModel extends Base {
  readonly email: string;
  /** Of the installation. */
  readonly hasPasswords: boolean;
  /** Of the user. */
  readonly hasPassword: boolean;
  readonly errors: FieldErrors;
  readonly totp: { readonly isActive: boolean; readonly recoveryCodesLeft: number };
  /** An authenticator that waits for its first code. */
  readonly pending: {
    readonly secret: string;
    readonly otpauthUrl: string;
    readonly qrCode: { readonly size: number; readonly path: string };
  } | null;
  readonly access: AccessModel;
  readonly sessions: readonly {
    readonly uuid: string;
    readonly device: string;
    readonly address: string;
    readonly lastSeen: string;
    readonly isCurrent: boolean;
  }[];
}

export interface CodesModel extends Base {
  readonly codes: readonly string[];
}
