/**
 * Words from which the passwords are made that are tried first: names, teams, keys beside each other, "password" in many
 * languages. With the endings and swapped letters that `password-rules.ts` sees through, they stand for some hundred thousand.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `aaa aaaa abc abcabc abcd abcde abcdef abcdefg abcdefgh access account accounts admin administrator alejandro
  alexander alexandra amanda amazon amen america amor amour andrew android angel angels anna anthony apple april
  arsenal asd asdf asdfasdf asdfgh asdfghjkl ashley audi august austin australia austria autumn azerty azertyui
  azertyuiop baby babyboy babygirl banana barbie barcelona baseball basketball batman bayern bear beatles bemvindo
  benfica berlin bienvenido bienvenue bird bitcoin black blessed blink blockchain blue bmw bonjour booking brandon
  brasil brazil broncos brother bulldog business buster butter butterfly calendar california camaro camille canada
  carlos casino cat cats celtic change changeme charlie cheese chelsea cherry chevy china chocolate chouchou
  christ christian cinderella cisco coffee company computer contact contrasena contrasenha cookie corazon
  corinthians correcthorsebatterystaple corvette cowboys cricket crypto daddy daniel database daybook december
  default dell demo deutschland diamond director disney dog doggy dogs dollar dolphins donald dortmund doudou
  dragon drums eagle eagles eminem emma england espana estrella ethereum facebook faith fall family father
  february felicidad felix fernando ferrari finance fire fish flamengo flower football ford fortnite france
  freedom freitag friday fussball futbol gandalf geheim germany geslo giants ginger god godisgood goku gold golf
  google green guest guitar hacker hallo hannah happy harley harrypotter haslo heaven hello helpdesk heslo hockey
  hogwarts hola honda honey hope horse hunter ilove iloveyou india info instagram internet iphone ironman italia
  italy january japan jennifer jessica jesus jesuschrist jordan jordans joshua julia july june justin juventus
  kawasaki kevin killer kitten kitty lakers laura lenovo leon letmein letmeinnow liebe linkedin linux lion
  liverpool lkjhgfdsa login logon london loulou love lovely loveme lover loveyou lozinka lucas lucky luigi lukas
  madrid mama manager manchester march maria mario mariposa marseille martin master matrix matthew may meeting
  mercedes metallica mexico michael michelle mickey microsoft minecraft minnie mnbvcxz mommy monday money monkey
  montag moscow motdepasse mother music mustang mypassword mysql naruto network newpassword newyork nicolas nicole
  ninja nirvana nissan nokia nopassword nothing november october office oldpassword olivia opensesame oracle
  orange packers palmeiras panther papa paris parola pass passcode passpass passphrase passwd password
  passwordpassword passwort patrick patriots paypal peanut pepper peter piano pincode pink pizza platinum
  poiuytrewq pokemon poker police pony porsche portugal postgres princesa princess princesse prinzessin puppy
  purple qazwsx qazwsxedc qqq qweasd qweasdzxc qweqwe qwer qwerasdf qwerty qwertyu qwertyuiop qwertz qwertzuiop
  raiders rainbow ranger rangers realmadrid red redsox robert roblox rockstar rockyou root router rugby russia
  salasana sales samantha samsung samurai sarah sasuke saturday saudade schalke schedule sebastian secret senha
  september server service shadow signin silver sister slipknot smile snoopy snowwhite soccer soldier soleil
  sommer sonnenschein sony sophia sophie spiderman sporting spring startrek starwars steelers stefan strawberry
  sugar summer sunday sunshine superman supersecret support suzuki sweetie switzerland taylor teamo tennis
  tequiero test tester testing texas thepassword thomas thursday tiger tigger tinkerbell topsecret toyota trustno
  tuesday twitter ubuntu user username wachtwoord warrior wednesday welcome whatever white wifi william willkommen
  windows winter wireless wolf wsxedc xxx xxxx yamaha yankees yellow yourpassword youtube yxcvbnm zelda zxc zxcv
  zxcvbn zxcvbnm zzz`.split(/\s+/),
);
