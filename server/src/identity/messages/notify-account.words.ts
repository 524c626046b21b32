// oxlint-disable max-lines -- all languages in one file, so that a sentence is changed in each of them at once
import type { Language } from '../../mail/public.ts';

/** What people are told of their accounts. */
export interface AccountWords {
  readonly invited: (organization: string) => string;
  readonly accept: string;
  readonly reset: string;
  readonly confirm: string;
  readonly newDevice: string;
  readonly passwordChanged: string;
  readonly emailChanged: string;
  readonly added: Record<'totp' | 'passkey' | 'recovery_codes', string>;
  readonly removed: Record<'totp' | 'passkey' | 'recovery_codes', string>;
  readonly token: Record<'created' | 'replaced' | 'revoked', string>;
  readonly appConnected: string;
  readonly security: string;
  readonly tokens: string;
  readonly apps: string;
  readonly labels: Record<'by' | 'actor' | 'device' | 'address' | 'notYou' | 'name', string>;
  readonly invitationUntil: string;
  readonly resetUntil: string;
  readonly signUpUntil: string;
  /** What to do when somebody else was it. */
  readonly advice: string;
  readonly tokenAdvice: string;
  readonly appAdvice: string;
  /** The same for somebody whose address does not sign in any more. */
  readonly emailAdvice: string;
}

export const accountWordsIn: Record<Language, AccountWords> = {
  en: {
    invited: (organization) => `You’re invited to ${organization}`,
    accept: 'Accept invitation',
    reset: 'Reset your password',
    confirm: 'Confirm and start',
    newDevice: 'New sign-in to your account',
    passwordChanged: 'Your password was changed',
    emailChanged: 'Your email address was changed',
    added: {
      totp: 'An authenticator app was added to your account',
      passkey: 'A passkey was added to your account',
      recovery_codes: 'Your recovery codes were replaced',
    },
    removed: {
      totp: 'The authenticator app was removed from your account',
      passkey: 'A passkey was removed from your account',
      recovery_codes: 'Your recovery codes were removed',
    },
    token: {
      created: 'An API token was created for your account',
      replaced: 'The secret of one of your API tokens was rotated',
      revoked: 'One of your API tokens was revoked',
    },
    appConnected: 'An app was connected to your account',
    security: 'Check your account',
    tokens: 'Review your API tokens',
    apps: 'Review your connected apps',
    labels: {
      by: 'Invited by',
      actor: 'Changed by',
      device: 'Device',
      address: 'IP address',
      notYou: 'Wasn’t you?',
      name: 'Name',
    },
    invitationUntil: '7 days, single use',
    resetUntil: 'one hour, single use',
    signUpUntil: '24 hours, single use',
    advice: 'Change your password and sign out all devices now.',
    tokenAdvice: 'Revoke the token and change your password now.',
    appAdvice: 'Disconnect the app and change your password now.',
    emailAdvice: 'Tell an owner or admin of the workspace now.',
  },
  de: {
    invited: (organization) => `Einladung zu ${organization}`,
    accept: 'Einladung annehmen',
    reset: 'Neues Passwort festlegen',
    confirm: 'Bestätigen und loslegen',
    newDevice: 'Anmeldung auf einem neuen Gerät',
    passwordChanged: 'Ihr Passwort wurde geändert',
    emailChanged: 'Ihre Adresse wurde geändert',
    added: {
      totp: 'Zu Ihrem Konto kam eine Authenticator-App hinzu',
      passkey: 'Zu Ihrem Konto kam ein Passkey hinzu',
      recovery_codes: 'Ihre Wiederherstellungscodes wurden ersetzt',
    },
    removed: {
      totp: 'Die Authenticator-App wurde aus Ihrem Konto entfernt',
      passkey: 'Ein Passkey wurde aus Ihrem Konto entfernt',
      recovery_codes: 'Ihre Wiederherstellungscodes wurden entfernt',
    },
    token: {
      created: 'Für Ihr Konto wurde ein API-Token erstellt',
      replaced: 'Das Geheimnis eines Ihrer API-Tokens wurde ersetzt',
      revoked: 'Eines Ihrer API-Tokens wurde widerrufen',
    },
    appConnected: 'Eine App wurde mit Ihrem Konto verbunden',
    security: 'Konto prüfen',
    tokens: 'API-Tokens prüfen',
    apps: 'Verbundene Apps prüfen',
    labels: {
      by: 'Eingeladen von',
      actor: 'Von',
      device: 'Gerät',
      address: 'Von',
      notYou: 'Waren Sie das nicht?',
      name: 'Name',
    },
    invitationUntil: '7 Tage, einmal',
    resetUntil: 'eine Stunde, einmal',
    signUpUntil: '24 Stunden, einmal',
    advice: 'Ändern Sie sofort Ihr Passwort und beenden Sie alle Sitzungen.',
    tokenAdvice: 'Widerrufen Sie das Token und ändern Sie sofort Ihr Passwort.',
    appAdvice: 'Trennen Sie die App und ändern Sie sofort Ihr Passwort.',
    emailAdvice: 'Sagen Sie es sofort einem Inhaber oder Admin des Arbeitsbereichs.',
  },
  fr: {
    invited: (organization) => `Vous êtes invité à rejoindre ${organization}`,
    accept: 'Accepter l’invitation',
    reset: 'Choisir un nouveau mot de passe',
    confirm: 'Confirmer et commencer',
    newDevice: 'Connexion depuis un nouvel appareil',
    passwordChanged: 'Votre mot de passe a été modifié',
    emailChanged: 'Votre adresse a été modifiée',
    added: {
      totp: 'Une application d’authentification a été ajoutée à votre compte',
      passkey: 'Une clé d’accès a été ajoutée à votre compte',
      recovery_codes: 'Vos codes de secours ont été remplacés',
    },
    removed: {
      totp: 'L’application d’authentification a été retirée de votre compte',
      passkey: 'Une clé d’accès a été retirée de votre compte',
      recovery_codes: 'Vos codes de secours ont été retirés',
    },
    token: {
      created: 'Un jeton d’API a été créé pour votre compte',
      replaced: 'Le secret d’un de vos jetons d’API a été remplacé',
      revoked: 'Un de vos jetons d’API a été révoqué',
    },
    appConnected: 'Une application a été connectée à votre compte',
    security: 'Vérifier votre compte',
    tokens: 'Vérifier vos jetons d’API',
    apps: 'Vérifier vos applications connectées',
    labels: {
      by: 'Invité par',
      actor: 'Par',
      device: 'Appareil',
      address: 'Depuis',
      notYou: 'Ce n’était pas vous ?',
      name: 'Nom',
    },
    invitationUntil: '7 jours, une fois',
    resetUntil: 'une heure, une fois',
    signUpUntil: '24 heures, une fois',
    advice: 'Changez tout de suite votre mot de passe et fermez toutes les sessions.',
    tokenAdvice: 'Révoquez le jeton et changez tout de suite votre mot de passe.',
    appAdvice: 'Déconnectez l’application et changez tout de suite votre mot de passe.',
    emailAdvice: 'Prévenez tout de suite un propriétaire ou un administrateur de l’espace.',
  },
  es: {
    invited: (organization) => `Invitación a ${organization}`,
    accept: 'Aceptar la invitación',
    reset: 'Elegir una nueva contraseña',
    confirm: 'Confirmar y empezar',
    newDevice: 'Inicio de sesión en un dispositivo nuevo',
    passwordChanged: 'Se cambió su contraseña',
    emailChanged: 'Se cambió su dirección',
    added: {
      totp: 'Se añadió una aplicación de autenticación a su cuenta',
      passkey: 'Se añadió una clave de acceso a su cuenta',
      recovery_codes: 'Se sustituyeron sus códigos de recuperación',
    },
    removed: {
      totp: 'Se quitó la aplicación de autenticación de su cuenta',
      passkey: 'Se quitó una clave de acceso de su cuenta',
      recovery_codes: 'Se quitaron sus códigos de recuperación',
    },
    token: {
      created: 'Se creó un token de API para su cuenta',
      replaced: 'Se sustituyó el secreto de uno de sus tokens de API',
      revoked: 'Se revocó uno de sus tokens de API',
    },
    appConnected: 'Se conectó una aplicación a su cuenta',
    security: 'Revisar su cuenta',
    tokens: 'Revisar sus tokens de API',
    apps: 'Revisar sus aplicaciones conectadas',
    labels: {
      by: 'Invitación de',
      actor: 'Por',
      device: 'Dispositivo',
      address: 'Desde',
      notYou: '¿No fue usted?',
      name: 'Nombre',
    },
    invitationUntil: '7 días, una vez',
    resetUntil: 'una hora, una vez',
    signUpUntil: '24 horas, una vez',
    advice: 'Cambie su contraseña y cierre todas las sesiones enseguida.',
    tokenAdvice: 'Revoque el token y cambie su contraseña enseguida.',
    appAdvice: 'Desconecte la aplicación y cambie su contraseña enseguida.',
    emailAdvice: 'Avise enseguida a un propietario o administrador del espacio.',
  },
  pt: {
    invited: (organization) => `Convite para ${organization}`,
    accept: 'Aceitar o convite',
    reset: 'Escolher uma nova palavra-passe',
    confirm: 'Confirmar e começar',
    newDevice: 'Início de sessão num dispositivo novo',
    passwordChanged: 'A sua palavra-passe foi alterada',
    emailChanged: 'O seu endereço foi alterado',
    added: {
      totp: 'Uma aplicação de autenticação foi adicionada à sua conta',
      passkey: 'Uma chave de acesso foi adicionada à sua conta',
      recovery_codes: 'Os seus códigos de recuperação foram substituídos',
    },
    removed: {
      totp: 'A aplicação de autenticação foi removida da sua conta',
      passkey: 'Uma chave de acesso foi removida da sua conta',
      recovery_codes: 'Os seus códigos de recuperação foram removidos',
    },
    token: {
      created: 'Foi criado um token de API para a sua conta',
      replaced: 'O segredo de um dos seus tokens de API foi substituído',
      revoked: 'Um dos seus tokens de API foi revogado',
    },
    appConnected: 'Uma aplicação foi ligada à sua conta',
    security: 'Verificar a sua conta',
    tokens: 'Verificar os seus tokens de API',
    apps: 'Verificar as suas aplicações ligadas',
    labels: {
      by: 'Convite de',
      actor: 'Por',
      device: 'Dispositivo',
      address: 'De',
      notYou: 'Não foi você?',
      name: 'Nome',
    },
    invitationUntil: '7 dias, uma vez',
    resetUntil: 'uma hora, uma vez',
    signUpUntil: '24 horas, uma vez',
    advice: 'Mude já a palavra-passe e termine todas as sessões.',
    tokenAdvice: 'Revogue o token e mude já a palavra-passe.',
    appAdvice: 'Desligue a aplicação e mude já a palavra-passe.',
    emailAdvice: 'Avise já um proprietário ou administrador do espaço.',
  },
  ar: {
    invited: (organization) => `أنت مدعو إلى ${organization}`,
    accept: 'قبول الدعوة',
    reset: 'تعيين كلمة مرور جديدة',
    confirm: 'التأكيد والبدء',
    newDevice: 'سجّلت الدخول من جهاز جديد',
    passwordChanged: 'تم تغيير كلمة المرور',
    emailChanged: 'تم تغيير عنوانك',
    added: {
      totp: 'أُضيف تطبيق مصادقة إلى حسابك',
      passkey: 'أُضيف مفتاح مرور إلى حسابك',
      recovery_codes: 'استُبدلت رموز الاسترداد',
    },
    removed: {
      totp: 'أُزيل تطبيق المصادقة من حسابك',
      passkey: 'أُزيل مفتاح مرور من حسابك',
      recovery_codes: 'أُزيلت رموز الاسترداد',
    },
    token: {
      created: 'أُنشئ رمز API لحسابك',
      replaced: 'استُبدل سر أحد رموز API الخاصة بك',
      revoked: 'أُلغي أحد رموز API الخاصة بك',
    },
    appConnected: 'تم ربط تطبيق بحسابك',
    security: 'مراجعة حسابك',
    tokens: 'مراجعة رموز API',
    apps: 'مراجعة التطبيقات المرتبطة',
    labels: {
      by: 'بدعوة من',
      actor: 'بواسطة',
      device: 'الجهاز',
      address: 'من',
      notYou: 'لم تكن أنت؟',
      name: 'الاسم',
    },
    invitationUntil: '7 أيام، مرة واحدة',
    resetUntil: 'ساعة واحدة، مرة واحدة',
    signUpUntil: '24 ساعة، مرة واحدة',
    advice: 'غيّر كلمة المرور وأنهِ جميع الجلسات فورًا.',
    tokenAdvice: 'ألغِ الرمز وغيّر كلمة المرور فورًا.',
    appAdvice: 'افصل التطبيق وغيّر كلمة المرور فورًا.',
    emailAdvice: 'أخبر مالك مساحة العمل أو مديرها فورًا.',
  },
};
