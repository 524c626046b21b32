/**
 * The times that an assistant found, to choose one with a click: an MCP App (SEP-1865). It runs in a frame of the assistant, which gives it
 * the result of `find_times`. A click books nothing: it says in the conversation which time was chosen.
 */

interface Message {
  readonly jsonrpc?: string;
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: { readonly hostContext?: HostContext };
}

interface HostContext {
  readonly theme?: string;
  readonly locale?: string;
}

interface Availability {
  readonly timeZone: string;
  readonly duration: number;
  readonly availability: readonly {
    readonly date: string;
    readonly slots: readonly (string | { readonly time: string })[];
  }[];
}

interface Texts {
  readonly heading: string;
  readonly zone: string;
  readonly none: string;
  readonly choice: string;
  readonly chosen: string;
}

/** `{date}`, `{time}` and `{zone}` are replaced. */
const languages: Readonly<Record<string, Texts>> = {
  en: {
    heading: 'Available times',
    zone: 'Time zone: {zone}',
    none: 'No times are available in this period.',
    choice: 'I’d like {date} at {time} ({zone}).',
    chosen: 'Chosen: {date}, {time}',
  },
  de: {
    heading: 'Freie Zeiten',
    zone: 'Zeitzone: {zone}',
    none: 'In diesem Zeitraum ist nichts frei.',
    choice: 'Ich möchte {date} um {time} Uhr ({zone}).',
    chosen: 'Gewählt: {date}, {time}',
  },
  fr: {
    heading: 'Horaires disponibles',
    zone: 'Fuseau horaire : {zone}',
    none: 'Aucun horaire disponible sur cette période.',
    choice: 'Je choisis le {date} à {time} ({zone}).',
    chosen: 'Choisi : {date}, {time}',
  },
  es: {
    heading: 'Horas disponibles',
    zone: 'Zona horaria: {zone}',
    none: 'No hay horas disponibles en este periodo.',
    choice: 'Quiero el {date} a las {time} ({zone}).',
    chosen: 'Elegido: {date}, {time}',
  },
  pt: {
    heading: 'Horários disponíveis',
    zone: 'Fuso horário: {zone}',
    none: 'Não há horários disponíveis neste período.',
    choice: 'Quero {date} às {time} ({zone}).',
    chosen: 'Escolhido: {date}, {time}',
  },
  ar: {
    heading: 'الأوقات المتاحة',
    zone: 'المنطقة الزمنية: {zone}',
    none: 'لا توجد أوقات متاحة في هذه الفترة.',
    choice: 'أريد {date} الساعة {time} ({zone}).',
    chosen: 'تم الاختيار: {date}، {time}',
  },
};

let locale = 'en';
let lastId = 0;
const page = document.querySelector('main') as HTMLElement;

const send = (message: object): void => globalThis.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const ask = (method: string, params: object): number => {
  lastId += 1;
  send({ id: lastId, method, params });
  return lastId;
};

const started = ask('ui/initialize', {
  protocolVersion: '2026-01-26',
  appInfo: { name: 'daybook-times', version: '1' },
  appCapabilities: {},
});

addEventListener('message', ({ source, data }: MessageEvent<Message>) => {
  if (source !== globalThis.parent || data?.jsonrpc !== '2.0') return;
  if (data.id === started && data.result) {
    adapt(data.result.hostContext ?? {});
    send({ method: 'ui/notifications/initialized', params: {} });
  } else if (data.method === 'ui/notifications/host-context-changed') {
    adapt((data.params ?? {}) as HostContext);
  } else if (data.method === 'ui/notifications/tool-result') {
    const { structuredContent } = (data.params ?? {}) as { structuredContent?: { result?: Availability } };
    if (structuredContent?.result?.availability) show(structuredContent.result);
  } else if (data.method === 'ui/resource-teardown' && data.id !== undefined) {
    send({ id: data.id, result: {} });
  }
});

function adapt(host: HostContext): void {
  if (host.theme) document.documentElement.style.colorScheme = host.theme;
  if (!host.locale) return;
  locale = host.locale;
  document.documentElement.lang = locale;
  document.documentElement.dir = locale.startsWith('ar') ? 'rtl' : 'ltr';
}

function show({ timeZone, availability }: Availability): void {
  const texts = textsOf();
  const days = availability.filter(({ slots }) => slots.length > 0);
  const heading = element('h1', texts.heading);
  const zone = element('p', fill(texts.zone, { zone: timeZone }));
  page.replaceChildren(heading, zone, ...(days.length > 0 ? days.map(dayOf) : [element('p', texts.none)]));
  resize();

  function dayOf({ date, slots }: Availability['availability'][number]): HTMLElement {
    const section = element('section');
    const list = element('div');
    list.className = 'slots';
    for (const slot of slots) {
      const time = typeof slot === 'string' ? slot : slot.time;
      const button = element('button', time);
      button.addEventListener('click', () => choose(date, time, timeZone));
      list.append(button);
    }
    section.append(element('h2', formatDay(date)), list);
    return section;
  }
}

function choose(date: string, time: string, zone: string): void {
  const texts = textsOf();
  const words = { date: formatDay(date), time, zone };
  const text = `${fill(texts.choice, words)} [date ${date}, start ${time}]`;
  ask('ui/message', { role: 'user', content: [{ type: 'text', text }] });
  const said = element('p', fill(texts.chosen, words));
  said.setAttribute('role', 'status');
  page.replaceChildren(said);
  resize();
}

const textsOf = (): Texts => (languages[locale.slice(0, 2)] ?? languages['en']) as Texts;

/** The date has no time zone: it is a day on the wall. */
function formatDay(date: string): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Date(`${date}T12:00:00Z`).toLocaleDateString(locale, options);
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function resize(): void {
  const { scrollHeight: height } = document.documentElement;
  send({ method: 'ui/notifications/size-changed', params: { height } });
}
