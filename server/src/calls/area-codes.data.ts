/**
 * In which time zones the numbers of an area are, by calling code and area code, for countries with several zones. Compiled
 * from the published numbering plans. An area that spans two zones names both. Numbers that belong to no area, such as most
 * mobile ones, are not here.
 */
export const areaCodes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // North America: United States and Canada. The other countries of the plan have one zone each.
  '1': {
    'America/New_York':
      '201 202 203 207 212 215 216 220 223 227 229 231 234 239 240 248 252 260 267 269 272 276 283 301 302 304 305 313 315 317 321 324 326 329 330 332 336 339 347 351 352 363 380 386 401 404 407 410 412 413 419 434 436 440 443 445 463 470 472 475 478 484 502 508 513 516 517 518 540 551 561 567 570 571 582 585 586 603 606 607 609 610 614 616 617 624 631 640 645 646 656 667 678 680 681 686 689 703 704 706 716 717 718 724 727 728 732 734 740 743 754 757 762 765 770 771 772 774 781 786 802 803 804 810 813 814 821 826 828 835 838 839 843 845 848 854 856 857 859 860 862 863 864 865 878 904 908 910 914 917 919 929 934 937 941 943 947 948 954 959 973 978 980 984 989',
    'America/New_York America/Chicago': '219 270 364 423 448 574 729 812 850 906 930',
    'America/Chicago':
      '205 210 214 217 218 224 225 228 251 254 256 262 274 281 309 312 314 316 318 319 320 325 327 331 334 337 346 353 361 402 405 409 414 417 430 432 447 464 469 479 501 504 507 512 515 531 534 539 557 563 572 573 580 601 608 612 615 618 629 630 636 641 651 659 660 662 682 708 712 713 715 726 730 731 737 763 769 773 779 806 815 816 817 830 832 847 861 870 872 901 903 913 918 920 931 936 938 940 945 952 956 972 975 979 985',
    'America/Chicago America/Denver': '308 605 620 701 785',
    'America/Denver': '303 307 385 406 435 505 575 719 720 801 970 983',
    'America/Denver America/Chicago': '915',
    'America/Denver America/Los_Angeles': '208 986',
    'America/Phoenix': '480 520 602 623',
    'America/Phoenix America/Denver': '928',
    'America/Los_Angeles':
      '206 209 213 253 279 310 323 341 350 357 360 369 408 415 424 425 442 503 509 510 530 559 562 564 619 626 628 650 657 661 669 702 707 714 725 738 747 760 805 818 820 831 837 840 858 909 916 925 949 951 971',
    'America/Los_Angeles America/Denver': '458 541 775',
    'America/Anchorage America/Adak': '907',
    'Pacific/Honolulu': '808',
    'America/St_Johns America/Goose_Bay': '709 879',
    'America/Halifax': '428 506 782 902',
    'America/Toronto':
      '226 249 263 289 343 354 365 382 387 416 437 438 450 468 514 519 548 579 613 647 683 705 742 753 819 873 905 942',
    'America/Toronto America/Halifax America/Blanc-Sablon': '367 418 581',
    'America/Toronto America/Winnipeg': '807',
    'America/Winnipeg': '204 431 584',
    'America/Regina America/Edmonton': '306 474 639',
    'America/Edmonton': '368 403 587 780 825',
    'America/Vancouver America/Edmonton': '236 250 257 672 778',
    'America/Vancouver': '604',
    'America/Whitehorse America/Edmonton America/Winnipeg America/Toronto': '867',
  },
  // Russia. Kazakhstan has the same calling code, and one time.
  '7': {
    'Europe/Kaliningrad': '401',
    'Europe/Moscow':
      '471 472 473 474 475 481 482 483 484 485 486 487 491 492 493 494 495 496 498 499 811 812 813 814 815 816 817 818 820 821 831 833 834 835 836 841 843 844 855 861 862 863 865 866 867 871 872 873 877 878 879',
    'Europe/Samara': '341 842 845 846 848 851',
    'Asia/Yekaterinburg': '342 343 345 346 347 349 351 352 353',
    'Asia/Omsk': '381',
    'Asia/Novosibirsk': '382 383 384 385 388',
    'Asia/Krasnoyarsk': '390 391 394',
    'Asia/Irkutsk': '301 395',
    'Asia/Yakutsk': '302 416',
    'Asia/Yakutsk Asia/Vladivostok Asia/Srednekolymsk': '411',
    'Asia/Vladivostok': '421 423 426',
    'Asia/Magadan': '413',
    'Asia/Sakhalin': '424',
    'Asia/Kamchatka': '415 427',
  },
  // Australia: the first digit is a region of several states. Mobile numbers (4) are of none.
  '61': {
    'Australia/Sydney Australia/Broken_Hill Australia/Lord_Howe': '2',
    'Australia/Melbourne Australia/Hobart': '3',
    'Australia/Brisbane Australia/Sydney': '7',
    'Australia/Adelaide Australia/Darwin Australia/Perth Australia/Eucla': '8',
  },
  // Brazil: mobile numbers have the area code, too.
  '55': {
    'America/Sao_Paulo':
      '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 71 73 74 75 77 79 82 83 84 85 86 87 88 89 91 93 94 96 98 99',
    'America/Recife America/Noronha': '81',
    'America/Cuiaba': '65 66 67',
    'America/Manaus': '69 92 95',
    'America/Manaus America/Rio_Branco': '97',
    'America/Rio_Branco': '68',
  },
  // Mexico: mobile numbers have the area code, too.
  '52': {
    'America/Mexico_City':
      '33 55 56 81 222 229 246 247 271 272 273 278 312 314 341 351 352 375 376 393 427 442 443 444 449 461 462 464 473 477 481 492 722 735 744 747 755 771 777 833 834 844 871 921 938 951 961 971 981 993 999',
    'America/Matamoros': '867 868 878 899',
    'America/Ciudad_Juarez': '656 657',
    'America/Cancun': '983 984 987 998',
    'America/Mazatlan': '311 612 613 624 667 668 669 672 687',
    'America/Hermosillo': '622 623 631 633 637 642 644 647 662',
    'America/Tijuana': '646 661 663 664 665 686',
  },
  // Indonesia: landlines by island. Mobile numbers (8) are of none.
  '62': {
    'Asia/Jakarta': '21 22 24 25 26 27 28 29 31 32 33 34 35 61 62 63 64 65 70 71 72 73 74 75 76 77',
    'Asia/Jakarta Asia/Makassar': '51 52 53 54 55 56',
    'Asia/Makassar': '36 37 38 39 40 41 42 43 44 45 46 47 48',
    'Asia/Jayapura': '90 91 92 93 94 95 96 97 98',
  },
  // Spain: the islands have area codes of their own. Mobile numbers (6, 7) are of none.
  '34': { 'Europe/Madrid': '8 9', 'Atlantic/Canary': '822 828 922 928' },
  // Portugal.
  '351': {
    'Europe/Lisbon': '21 22 23 24 25 26 27 28',
    'Atlantic/Madeira': '291',
    'Atlantic/Azores': '292 295 296',
  },
};
