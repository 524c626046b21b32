/** Of a question that asks for a file. */
export interface FileWords {
  readonly sending: string;
  readonly sent: string;
  readonly failed: string;
  /** `{n}`: minutes. */
  readonly tooMany: string;
  readonly needsScript: string;
}

/** In one file, so that a sentence is changed in every language at once. */
export const filesIn: Record<'en' | 'de' | 'fr' | 'es' | 'pt' | 'ar', FileWords> = {
  en: {
    sending: 'Uploading file…',
    sent: 'File uploaded.',
    failed: 'The file couldn’t be uploaded. Choose a smaller file or another type, such as PDF.',
    tooMany:
      'You’ve uploaded too many files. Wait {n} minutes and choose the file again, or book without it if it isn’t required.',
    needsScript: 'Uploading a file needs JavaScript.',
  },
  de: {
    sending: 'Die Datei wird gesendet.',
    sent: 'Die Datei wurde gesendet.',
    failed:
      'Die Datei konnte nicht gesendet werden. Wählen Sie eine kleinere oder eine anderer Art, etwa PDF.',
    tooMany:
      'Es wurden zu viele Dateien gesendet. Warten Sie {n} Minuten und wählen Sie die Datei erneut, oder buchen Sie ohne sie, wenn sie nicht nötig ist.',
    needsScript: 'Eine Datei kann nur mit JavaScript gesendet werden.',
  },
  fr: {
    sending: 'Le fichier est en cours d’envoi.',
    sent: 'Le fichier a été envoyé.',
    failed:
      'Le fichier n’a pas pu être envoyé. Choisissez-en un plus petit, ou d’un autre type, par exemple un PDF.',
    tooMany:
      'Trop de fichiers ont été envoyés. Attendez {n} minutes et choisissez à nouveau le fichier, ou réservez sans s’il n’est pas obligatoire.',
    needsScript: 'Un fichier ne peut être envoyé qu’avec JavaScript.',
  },
  es: {
    sending: 'Se está enviando el archivo.',
    sent: 'El archivo se ha enviado.',
    failed: 'No se pudo enviar el archivo. Elija uno más pequeño o de otro tipo, por ejemplo un PDF.',
    tooMany:
      'Se han enviado demasiados archivos. Espere {n} minutos y elija el archivo otra vez, o reserve sin él si no es obligatorio.',
    needsScript: 'Un archivo solo se puede enviar con JavaScript.',
  },
  pt: {
    sending: 'O arquivo está sendo enviado.',
    sent: 'O arquivo foi enviado.',
    failed: 'Não foi possível enviar o arquivo. Escolha um menor ou de outro tipo, como um PDF.',
    tooMany:
      'Foram enviados arquivos demais. Espere {n} minutos e escolha o arquivo outra vez, ou reserve sem ele se não for obrigatório.',
    needsScript: 'Um arquivo só pode ser enviado com JavaScript.',
  },
  ar: {
    sending: 'جارٍ إرسال الملف.',
    sent: 'أُرسل الملف.',
    failed: 'تعذّر إرسال الملف. اختر ملفًا أصغر أو من نوع آخر، مثل PDF.',
    tooMany: 'أُرسلت ملفات كثيرة جدًا. انتظر {n} دقيقة ثم اختر الملف مرة أخرى، أو احجز بدونه إن لم يكن مطلوبًا.',
    needsScript: 'لا يمكن إرسال ملف إلا باستخدام JavaScript.',
  },
};
